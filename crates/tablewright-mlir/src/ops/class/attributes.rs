//! The functions that return and set attributes.

use super::dictionary::{self, AttributeDefault, DictionaryOwner};
use super::stored_names::{OPERAND_SEGMENTS, SIZED_OPERANDS, sorted_names};
use super::{ClassPart, OpClass, OpMethod, getter, setter};
use crate::model::operation::{OpAttributeStorage, OperationAttribute};
use crate::model::{AttributeConstraint, AttributeKind, Operation};
use crate::support::cpp;

pub(in crate::ops) use super::stored_names::is_required;

/// The C++ that creates builders, in the operation and in its adaptor.
const OP_BUILDER: &str = "::mlir::Builder((*this)->getContext())";
const ADAPTOR_BUILDER: &str = "::mlir::Builder(odsAttrs.getContext())";

/// Returns the attributes without derived attributes, sorted bytewise by name, which is the storage order.
pub(in crate::ops) fn sorted<'o, 's>(op: &'o Operation<'s>) -> Vec<&'o OperationAttribute<'s>> {
    let mut attributes: Vec<_> = op.own_attributes().collect();
    attributes.sort_by_key(|one| one.name);
    attributes
}

/// Adds the functions that return the names of attributes.
pub(super) fn add_names(class: &mut OpClass<'_, '_>) {
    let op = class.op;
    let names = sorted_names(op);
    let has_segments =
        op.has_trait(SIZED_OPERANDS) && op.attribute_storage() != OpAttributeStorage::Dictionary;
    // The segment sizes of operands are looked up by name, too.
    let all = names.iter().chain(has_segments.then_some(&OPERAND_SEGMENTS));
    let literals: Vec<String> = all.map(|name| format!("::llvm::StringRef(\"{name}\")")).collect();
    let all =
        OpMethod::new("::llvm::ArrayRef<::llvm::StringRef>", "getAttributeNames").make_static();
    class.methods.add(all.inline(if literals.is_empty() {
        "return {};".to_owned()
    } else {
        format!(
            "static ::llvm::StringRef attrNames[] = {{{}}};\nreturn ::llvm::ArrayRef(attrNames);",
            literals.join(", ")
        )
    }));
    let operation_name =
        |function: OpMethod| function.make_static().parameter("::mlir::OperationName", "name");
    for (i, name) in names.iter().enumerate() {
        let one = OpMethod::new("::mlir::StringAttr", &format!("{}AttrName", getter(name)));
        let of_name = operation_name(one.clone());
        class.methods.add(one.inline(format!("return getAttributeNameForIndex({i});")));
        class.methods.add(of_name.inline(format!("return getAttributeNameForIndex(name, {i});")));
    }
    if has_segments {
        let one =
            OpMethod::new("::mlir::StringAttr", &format!("{}AttrName", getter(OPERAND_SEGMENTS)));
        let of_name = operation_name(one.clone());
        class
            .methods
            .add(one.inline("return (*this)->getName().getAttributeNames().back();".to_owned()));
        let of_name = of_name.inline("return name.getAttributeNames().back();".to_owned());
        class.methods.add(of_name);
    }
    add_name_by_index(class);
}

/// Adds the function that returns the name of an attribute by its index.
fn add_name_by_index(class: &mut OpClass<'_, '_>) {
    let count = sorted_names(class.op).len();
    if count == 0 && !class.op.has_trait(SIZED_OPERANDS) {
        return;
    }
    let one = OpMethod::new("::mlir::StringAttr", "getAttributeNameForIndex");
    let of_name = one.clone().make_static().parameter("::mlir::OperationName", "name");
    class.private_methods.add(
        one.parameter("unsigned", "index")
            .inline("return getAttributeNameForIndex((*this)->getName(), index);".to_owned()),
    );
    let of_name = of_name.parameter("unsigned", "index");
    class.private_methods.add(of_name.inline(match count {
        0 => "return {};".to_owned(),
        _ => format!(
            "assert(index < {count} && \"invalid attribute index\");
assert(name.getStringRef() == getOperationName() && \"invalid operation name\");
assert(name.isRegistered() && \"Operation isn't registered, missing a \"
      \"dependent dialect loading?\");
return name.getAttributeNames()[index];"
        ),
    }));
}

/// Fills in C++ that creates an attribute of a value.
pub(in crate::ops) fn build_attribute(template: &str, builder: &str, value: &str) -> String {
    cpp::fill(template, |hole| match hole {
        "_builder" => Some(builder),
        "0" => Some(value),
        _ => None,
    })
}

/// Returns the C++ that creates the default attribute.
pub(in crate::ops) fn default_attribute(
    constraint: &AttributeConstraint<'_>,
    builder: &str,
) -> String {
    let value = constraint.default_value.unwrap_or_default();
    let value = cpp::fill(value, |hole| (hole == "_builder").then_some(builder));
    build_attribute(constraint.storage.builder_call.unwrap_or_default(), builder, &value)
}

/// Returns whether functions have a parameter for the attribute's value instead of the attribute.
pub(in crate::ops) fn takes_value(constraint: &AttributeConstraint<'_>) -> bool {
    let storage = &constraint.storage;
    storage.return_type != storage.class && storage.builder_call.is_some()
}

/// Returns the C++ that creates the attribute from a value parameter. A string is not quoted again.
pub(in crate::ops) fn attribute_of_parameter(
    constraint: &AttributeConstraint<'_>,
    builder: &str,
    parameter: &str,
) -> String {
    let template = constraint.storage.builder_call.unwrap_or_default().replace("\"$0\"", "$0");
    build_attribute(&template, builder, parameter)
}

/// Returns the C++ expression that returns an attribute as its class.
fn stored(
    op: &Operation<'_>,
    attribute: &OperationAttribute<'_>,
    owner: DictionaryOwner,
) -> String {
    let cast = if is_required(&attribute.constraint) { "cast" } else { "dyn_cast_or_null" };
    let class = attribute.constraint.storage.class;
    let value = match op.attribute_storage() {
        OpAttributeStorage::Dictionary => dictionary::found(op, attribute.name, owner),
        OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary => {
            format!("getProperties().{}", attribute.name)
        }
    };
    format!("::llvm::{cast}<{class}>({value})")
}

/// Returns the statements that return an attribute's value.
fn value_body(attribute: &OperationAttribute<'_>, builder: &str) -> String {
    let constraint = &attribute.constraint;
    let convert = |value: &str| {
        cpp::fill(constraint.storage.convert_from_storage, |hole| match hole {
            "_self" => Some(value),
            "_builder" => Some(builder),
            _ => None,
        })
    };
    let mut body = format!("auto attr = {}Attr();\n", getter(attribute.name));
    if constraint.has_default() && constraint.is_optional {
        let default = convert(&default_attribute(constraint, builder));
        body += &format!("if (!attr)\n    return {default};\n");
    }
    body + &format!("return {};", convert("attr"))
}

/// Returns an adaptor's attribute getters.
pub(super) fn adaptor_getters(op: &Operation<'_>, part: ClassPart) -> Vec<OpMethod> {
    let mut methods = Vec::new();
    for attribute in op.own_attributes() {
        let constraint = &attribute.constraint;
        let name = getter(attribute.name);
        let is_found = op.attribute_storage() == OpAttributeStorage::Dictionary;
        let mut body = if is_found {
            "assert(odsAttrs && \"no attributes when constructing adapter\");\n".to_owned()
        } else {
            String::new()
        };
        let stored = stored(op, attribute, DictionaryOwner::Adaptor);
        body += &format!("auto attr = {stored};\n");
        if constraint.has_default() && constraint.is_optional {
            let default = default_attribute(constraint, ADAPTOR_BUILDER);
            body += &format!("if (!attr)\n  attr = {default};\n");
        }
        body += "return attr;";
        let function = OpMethod::new(constraint.storage.class, &format!("{name}Attr"));
        methods.push(if is_found || constraint.has_default() {
            function.outside(body)
        } else {
            function.inline(body)
        });
        let value = OpMethod::new(constraint.storage.return_type, &name);
        methods.push(value.outside_in(part, || value_body(attribute, ADAPTOR_BUILDER)));
    }
    methods
}

pub(super) fn add_getters(class: &mut OpClass<'_, '_>) {
    let op = class.op;
    let properties = &op.arguments.properties;
    for one in properties {
        let (name, ty) = (getter(one.name), one.property.storage.interface_type);
        let body = format!("return getProperties().{name}();");
        class.methods.add(OpMethod::new(ty, &name).inline(body));
    }
    for one in properties {
        let (name, ty) = (setter(one.name), one.property.storage.interface_type);
        let value = format!("new{}", cpp::camel_case(one.name, true));
        let body = format!("getProperties().{name}({value});");
        class.methods.add(OpMethod::new("void", &name).parameter(ty, &value).inline(body));
    }
    for attribute in &op.arguments.attributes {
        let constraint = &attribute.constraint;
        let name = getter(attribute.name);
        if let AttributeKind::Derived { body } = constraint.kind {
            let body = cpp::fill(body, |hole| (hole == "_op").then_some("(*this->getOperation())"));
            class.methods.add(OpMethod::new(constraint.storage.return_type, &name).outside(body));
            continue;
        }
        class.methods.add(
            OpMethod::new(constraint.storage.class, &format!("{name}Attr"))
                .inline(format!("return {};", stored(op, attribute, DictionaryOwner::Operation))),
        );
        let value = OpMethod::new(constraint.storage.return_type, &name);
        class.methods.add(value.outside_in(class.part, || value_body(attribute, OP_BUILDER)));
    }
    add_derived(class);
}

/// Adds the functions of the interface for attributes that follow from the operation.
fn add_derived(class: &mut OpClass<'_, '_>) {
    let op = class.op;
    let derived: Vec<&OperationAttribute<'_>> =
        op.arguments.attributes.iter().filter(|one| one.constraint.is_derived()).collect();
    if derived.is_empty() {
        return;
    }
    class.traits.push("::mlir::DerivedAttributeOpInterface::Trait".to_owned());
    let tests = derived.iter().map(|one| format!("if (name == \"{}\") return true;\n", one.name));
    class.methods.add(
        OpMethod::new("bool", "isDerivedAttribute")
            .make_static()
            .parameter("::llvm::StringRef", "name")
            .outside(tests.collect::<String>() + "return false;"),
    );
    let materialize = OpMethod::new("::mlir::DictionaryAttr", "materializeDerivedAttributes");
    if let Some(problem) = unmaterializable(op) {
        class
            .methods
            .add(materialize.outside(format!("emitOpError(\"{problem}\");\nreturn nullptr;")));
        return;
    }
    let entries = derived.iter().map(|one| materialized_entry(one));
    let entries = entries.collect::<Vec<_>>().join(",\n");
    class.methods.add(materialize.outside(format!(
        "::mlir::MLIRContext* ctx = getContext();
::mlir::Builder odsBuilder(ctx); (void)odsBuilder;
return ::mlir::DictionaryAttr::get(ctx, {{\n{entries}}});"
    )));
}

/// Returns the named attribute for a derived attribute.
fn materialized_entry(attribute: &OperationAttribute<'_>) -> String {
    let name = getter(attribute.name);
    let call = format!("{name}()");
    let value = cpp::fill(attribute.constraint.storage.convert_from_storage, |hole| match hole {
        "_self" => Some(call.as_str()),
        "_builder" => Some("odsBuilder"),
        "_ctxt" => Some("ctx"),
        _ => None,
    });
    format!("  {{{name}AttrName(),\n{value}}}")
}

/// Describes the derived attributes that C++ cannot convert to an attribute; `None` if all can be converted.
pub(in crate::ops) fn unmaterializable(op: &Operation<'_>) -> Option<String> {
    let derived = op.arguments.attributes.iter().filter(|one| one.constraint.is_derived());
    let plain = derived.filter(|one| one.constraint.storage.convert_from_storage.is_empty());
    let getters: Vec<String> = plain.map(|one| getter(one.name)).collect();
    let names = getters.join(", ");
    (!names.is_empty()).then(|| format!("op has non-materializable derived attributes '{names}'"))
}

pub(super) fn add_setters(class: &mut OpClass<'_, '_>) {
    for attribute in class.op.own_attributes() {
        let OperationAttribute { name, constraint, .. } = attribute;
        let function = setter(name);
        class.methods.add(
            OpMethod::new("void", &format!("{function}Attr"))
                .parameter(constraint.storage.class, "attr")
                .inline(set(class.op, name, "attr")),
        );
        let innermost = constraint.innermost();
        if !takes_value(innermost) {
            continue;
        }
        let method = |ty: &str| OpMethod::new("void", &function).parameter(ty, "attrValue");
        if !constraint.is_optional {
            let body = || {
                let value = attribute_of_parameter(constraint, OP_BUILDER, "attrValue");
                set(class.op, name, &value)
            };
            let set = method(constraint.storage.return_type).outside_in(class.part, body);
            class.methods.add(set);
            continue;
        }
        let is_unit = is_unit(constraint);
        let body = || {
            let parameter = if is_unit { "attrValue" } else { "*attrValue" };
            let value = attribute_of_parameter(innermost, OP_BUILDER, parameter);
            if class.op.attribute_storage().is_set_in_dictionary() {
                let name = format!("{}AttrName()", getter(name));
                return format!(
                    "if (attrValue)
  return (*this)->setAttr({name}, {value});
(*this)->removeAttr({name});"
                );
            }
            format!(
                "auto &odsProp = getProperties().{name};
if (attrValue)
  odsProp = {value};
else
  odsProp = nullptr;"
            )
        };
        let ty = if is_unit {
            "bool".to_owned()
        } else {
            format!("::std::optional<{}>", innermost.storage.return_type)
        };
        class.methods.add(method(&ty).outside_in(class.part, body));
    }
}

/// Returns the statement that sets an attribute.
fn set(op: &Operation<'_>, name: &str, value: &str) -> String {
    if op.attribute_storage().is_set_in_dictionary() {
        format!("(*this)->setAttr({}AttrName(), {value});", getter(name))
    } else {
        format!("getProperties().{name} = {value};")
    }
}

/// Returns whether an attribute contains no data except its presence.
pub(in crate::ops) fn is_unit(constraint: &AttributeConstraint<'_>) -> bool {
    constraint.binding_name() == "UnitAttr"
}

pub(super) fn add_removers(class: &mut OpClass<'_, '_>) {
    for attribute in class.op.own_attributes().filter(|one| one.constraint.is_optional) {
        let name = attribute.name;
        let function = format!("remove{}Attr", cpp::camel_case(name, true));
        let body = if class.op.attribute_storage().is_set_in_dictionary() {
            format!("return (*this)->removeAttr({}AttrName());", getter(name))
        } else {
            format!(
                "auto attr = getProperties().{name};
getProperties().{name} = {{}};
return attr;"
            )
        };
        class.methods.add(OpMethod::new("::mlir::Attribute", &function).inline(body));
    }
}

/// Adds the function that sets attributes that are missing to their defaults.
pub(super) fn add_default_population(class: &mut OpClass<'_, '_>) {
    let has_default =
        |one: &&OperationAttribute<'_>| one.constraint.has_default() && !one.constraint.is_optional;
    let with_default = class.op.own_attributes().filter(has_default);
    if class.op.attribute_storage() == OpAttributeStorage::Dictionary {
        let defaults = with_default
            .map(|one| AttributeDefault {
                name: one.name,
                value: default_attribute(&one.constraint, "odsBuilder"),
            })
            .collect::<Vec<_>>();
        let body = dictionary::populate(class.op, &defaults);
        if !body.is_empty() {
            let populate = OpMethod::new("void", "populateDefaultAttrs")
                .make_static()
                .parameter("const ::mlir::OperationName &", "opName")
                .parameter("::mlir::NamedAttrList &", "attributes");
            class.methods.add(populate.outside(body));
        }
        return;
    }
    let mut body = "::mlir::Builder odsBuilder(opName.getContext());\n".to_owned();
    let empty = body.len();
    for OperationAttribute { name, constraint, .. } in with_default {
        let value = default_attribute(constraint, "odsBuilder");
        body += &format!("if (!properties.{name})\n  properties.{name} = {value};\n");
    }
    if body.len() == empty {
        return;
    }
    class.methods.add(
        OpMethod::new("void", "populateDefaultProperties")
            .make_static()
            .parameter("::mlir::OperationName", "opName")
            .parameter("Properties &", "properties")
            .outside(body),
    );
}
