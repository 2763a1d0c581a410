//! An operation's properties: its attributes, the properties in the description, and the value counts of operands and
//! results.

use tablewright_text::CppParameter;

use super::attributes::{is_required, sorted};
use super::values::{OPERAND_SEGMENTS, RESULT_SEGMENTS, SIZED_OPERANDS, SIZED_RESULTS};
use super::{ClassContext, ClassRules, OpClass, OpMethod, getter, setter};
use crate::model::operation::{OpAttributeStorage, OperationProperty};
use crate::model::{Operation, PropertyAttribute, PropertyBytecode};
use crate::support::cpp;

/// A non-attribute value in the properties.
pub(in crate::ops) struct PropertyEntry<'s> {
    pub(in crate::ops) name: &'s str,
    /// The property's name in older descriptions.
    pub(in crate::ops) old_name: Option<&'static str>,
    pub(in crate::ops) storage_type: String,
    pub(in crate::ops) interface_type: &'s str,
    pub(in crate::ops) convert: &'s str,
    pub(in crate::ops) assign: &'s str,
    pub(in crate::ops) hash: &'s str,
    pub(in crate::ops) default: Option<&'s str>,
    pub(in crate::ops) attribute: PropertyAttribute<'s>,
    pub(in crate::ops) bytecode: PropertyBytecode<'s>,
    /// Whether it is required.
    pub(in crate::ops) is_required: bool,
    /// The count of operands or results, if these are their sizes.
    pub(in crate::ops) sized_count: Option<usize>,
}

/// Returns all non-attribute properties.
pub(in crate::ops) fn entries<'s>(op: &Operation<'s>) -> Vec<PropertyEntry<'s>> {
    let described = op.arguments.properties.iter().map(PropertyEntry::from_argument);
    let sized = [
        (SIZED_OPERANDS, OPERAND_SEGMENTS, "operand_segment_sizes", op.arguments.operands.len()),
        (SIZED_RESULTS, RESULT_SEGMENTS, "result_segment_sizes", op.results.len()),
    ];
    let sized = sized.into_iter().filter(|(name, ..)| op.has_trait(name));
    let sized = sized.map(|(_, name, old_name, count)| PropertyEntry {
        name,
        old_name: Some(old_name),
        storage_type: format!("std::array<int32_t, {count}>"),
        interface_type: "::llvm::ArrayRef<int32_t>",
        convert: "$_storage",
        assign: "::llvm::copy($_value, $_storage.begin())",
        hash: "::llvm::hash_combine_range(std::begin($_storage), std::end($_storage));",
        default: None,
        attribute: PropertyAttribute {
            to_attribute: "return ::mlir::DenseI32ArrayAttr::get($_ctxt, $_storage);",
            from_attribute: "return convertFromAttribute($_storage, $_attr, $_diag);",
        },
        bytecode: PropertyBytecode {
            read: "if ($_reader.getBytecodeVersion() >= /*kNativePropertiesODSSegmentSize=*/6)
  return $_reader.readSparseArray(::llvm::MutableArrayRef($_storage));
",
            write: "if ($_writer.getBytecodeVersion() >= /*kNativePropertiesODSSegmentSize=*/6)
  $_writer.writeSparseArray(::llvm::ArrayRef($_storage));
",
        },
        is_required: true,
        sized_count: Some(count),
    });
    described.chain(sized).collect()
}

impl<'s> PropertyEntry<'s> {
    fn from_argument(argument: &OperationProperty<'s>) -> PropertyEntry<'s> {
        let property = &argument.property;
        PropertyEntry {
            name: argument.name,
            old_name: None,
            storage_type: property.storage.ty.to_owned(),
            interface_type: property.storage.interface_type,
            convert: property.storage.convert,
            assign: property.storage.assign,
            hash: property.storage.hash,
            default: property.storage_default(),
            attribute: property.attribute,
            bytecode: property.bytecode,
            is_required: property.default_value.is_none(),
            sized_count: None,
        }
    }
}

impl PropertyEntry<'_> {
    /// Fills in property C++, with `propStorage` for `$_storage`.
    pub(in crate::ops) fn fill(&self, code: &str) -> String {
        fill_property(code, "ctx")
    }

    /// Returns the same within the operation.
    pub(in crate::ops) fn fill_in_op(&self, code: &str) -> String {
        fill_property(code, "this->getContext()")
    }
}

/// Fills in property C++, with `propStorage` for `$_storage`.
fn fill_property(code: &str, context: &str) -> String {
    cpp::fill(code, |hole| match hole {
        "_storage" => Some("propStorage"),
        "_value" => Some("propValue"),
        "_ctxt" => Some(context),
        "_attr" => Some("propAttr"),
        "_diag" => Some("emitError"),
        "_reader" => Some("reader"),
        "_writer" => Some("writer"),
        _ => None,
    })
}

/// Whether an operation has attributes or properties.
pub(super) fn has_properties(op: &Operation<'_>) -> bool {
    if op.attribute_storage() == OpAttributeStorage::Dictionary {
        return false;
    }
    op.own_attributes().next().is_some()
        || !op.arguments.properties.is_empty()
        || op.has_trait(SIZED_OPERANDS)
        || op.has_trait(SIZED_RESULTS)
}

/// Returns the properties structure, as adaptor members.
pub(super) fn structure(op: &Operation<'_>) -> String {
    if !has_properties(op) {
        return "using Properties = ::mlir::EmptyProperties;\n".to_owned();
    }
    let mut text = "struct Properties {\n".to_owned();
    let mut comparisons = String::new();
    for attribute in sorted(op) {
        let name = attribute.name;
        let class = attribute.constraint.storage.class;
        let cast = if is_required(&attribute.constraint) { "cast" } else { "dyn_cast_or_null" };
        text += &format!(
            "  using {name}Ty = {class};
  {name}Ty {name};

  auto {}() const {{
    auto &propStorage = this->{name};
    return ::llvm::{cast}<{class}>(propStorage);
  }}
  void {}(const {class} &propValue) {{
    this->{name} = propValue;
  }}
",
            getter(name),
            setter(name)
        );
        comparisons += &format!("      rhs.{name} == this->{name} &&\n");
    }
    for entry in entries(op) {
        let name = entry.name;
        let default = entry.default.map_or(String::new(), |value| format!(" = {value}"));
        text += &format!(
            "  using {name}Ty = {};
  {name}Ty {name}{default};
  {ty} {}() const {{
    auto &propStorage = this->{name};
    return {};
  }}
  void {}({ty} propValue) {{
    auto &propStorage = this->{name};
    {};
  }}
",
            entry.storage_type,
            getter(name),
            entry.fill(entry.convert),
            setter(name),
            entry.fill(entry.assign),
            ty = entry.interface_type,
        );
        comparisons += &format!("      rhs.{name} == this->{name} &&\n");
    }
    text + &format!(
        "  bool operator==(const Properties &rhs) const {{
    return
{comparisons}      true;
  }}
  bool operator!=(const Properties &rhs) const {{
    return !(*this == rhs);
  }}
}};
"
    )
}

/// The parameters that the functions below share.
const PROPERTIES: CppParameter<'static> = CppParameter::new("const Properties &", "prop");
const CONTEXT: CppParameter<'static> = CppParameter::new("::mlir::MLIRContext *", "ctx");
const NAME: CppParameter<'static> = CppParameter::new("llvm::StringRef", "name");
const ATTRIBUTES: CppParameter<'static> = CppParameter::new("::mlir::NamedAttrList &", "attrs");
const VISITOR: CppParameter<'static> = CppParameter::new(
    "::llvm::function_ref<void(::llvm::StringRef, ::mlir::Attribute &)>",
    "visitor",
);

fn function(result: &str, name: &str, parameters: &[CppParameter<'_>]) -> OpMethod {
    OpMethod::new(result, name).make_static().parameters(parameters.iter().copied())
}

/// Adds the functions that convert, hash and verify properties.
pub(super) fn add(class: &mut OpClass<'_, '_>, context: &ClassContext<'_, '_>) {
    let op = class.op;
    if op.attribute_storage() == OpAttributeStorage::Dictionary {
        return;
    }
    let entries = entries(op);
    let own: Vec<&str> = sorted(op).into_iter().map(|one| one.name).collect();
    class.methods.add(
        function("::llvm::LogicalResult", "setPropertiesFromAttr", &FROM_ATTRIBUTE)
            .outside_in(class.part, || from_attribute(&own, &entries, class.rules)),
    );
    class.methods.add(
        function("::mlir::Attribute", "getPropertiesAsAttr", &[CONTEXT, PROPERTIES])
            .outside_in(class.part, || to_attribute(&own, &entries, class.rules)),
    );
    class.methods.add(
        function("llvm::hash_code", "computePropertiesHash", &[PROPERTIES])
            .outside_in(class.part, || hash(&own, &entries)),
    );
    let sized = || entries.iter().filter(|entry| entry.old_name.is_some());
    class.methods.add(
        function("std::optional<mlir::Attribute>", "getInherentAttr", &[CONTEXT, PROPERTIES, NAME])
            .outside_in(class.part, || inherent_getter(&own, sized())),
    );
    class.methods.add(
        function(
            "void",
            "setInherentAttr",
            &[
                CppParameter::new("Properties &", "prop"),
                NAME,
                CppParameter::new("mlir::Attribute", "value"),
            ],
        )
        .outside_in(class.part, || inherent_setter(&own, sized())),
    );
    class.methods.add(if class.rules.walks_attributes {
        function(
            "void",
            "walkInherentAttrs",
            &[CONTEXT, CppParameter::new("Properties &", "prop"), VISITOR],
        )
        .outside_in(class.part, || inherent_walk(&own, sized()))
    } else {
        function("void", "populateInherentAttrs", &[CONTEXT, PROPERTIES, ATTRIBUTES])
            .outside_in(class.part, || inherent_population(&own, sized()))
    });
    class.methods.add(
        function(
            "::llvm::LogicalResult",
            "verifyInherentAttrs",
            &[
                CppParameter::new("::mlir::OperationName", "opName"),
                ATTRIBUTES,
                CppParameter::new("llvm::function_ref<::mlir::InFlightDiagnostic()>", "emitError"),
            ],
        )
        .outside_in(class.part, || inherent_verification(op, context)),
    );
}

/// Returns statements that verify attributes before the operation exists.
fn inherent_verification(op: &Operation<'_>, context: &ClassContext<'_, '_>) -> String {
    let mut body = String::new();
    for attribute in sorted(op) {
        let constraint = &attribute.constraint.constraint;
        let Some(check) = context.constraints.attribute_alone(constraint) else { continue };
        let name = attribute.name;
        let name_getter = getter(name);
        body += &format!(
            "{{
  ::mlir::Attribute attr = attrs.get({name_getter}AttrName(opName));
  if (attr && ::mlir::failed({check}(attr, \"{name}\", emitError)))
    return ::mlir::failure();
}}
"
        );
    }
    body + "return ::mlir::success();"
}

/// Returns the statements that add the properties that are attributes to a list.
fn inherent_population<'e>(
    own: &[&str],
    sized: impl Iterator<Item = &'e PropertyEntry<'e>>,
) -> String {
    let mut body = String::new();
    for name in own {
        body += &format!("if (prop.{name}) attrs.append(\"{name}\", prop.{name});\n");
    }
    for entry in sized {
        body += &format!("attrs.append(\"{}\", {});\n", entry.name, segment_attribute(entry));
    }
    body
}

/// Returns the statements that pass the properties that are attributes to a visitor, and store its replacements.
fn inherent_walk<'e>(own: &[&str], sized: impl Iterator<Item = &'e PropertyEntry<'e>>) -> String {
    let visit = |head: &str, name: &str, value: &str| {
        format!(
            "{head}{{
  ::mlir::Attribute value = {value};
  ::mlir::Attribute originalValue = value;
  visitor(\"{name}\", value);
  if (value != originalValue)
    setInherentAttr(prop, \"{name}\", value);
}}
"
        )
    };
    let mut body = String::new();
    for name in own {
        body += &visit(&format!("if (prop.{name}) "), name, &format!("prop.{name}"));
    }
    for entry in sized {
        body += &visit("", entry.name, &segment_attribute(entry));
    }
    body
}

/// Parameters of functions that convert an attribute to properties.
pub(in crate::ops) const FROM_ATTRIBUTE: [CppParameter<'static>; 3] = [
    CppParameter::new("Properties &", "prop"),
    CppParameter::new("::mlir::Attribute", "attr"),
    CppParameter::new("::llvm::function_ref<::mlir::InFlightDiagnostic()>", "emitError"),
];

fn segment_attribute(entry: &PropertyEntry<'_>) -> String {
    let name = entry.name;
    format!(
        "[&]() -> ::mlir::Attribute {{ return ::mlir::DenseI32ArrayAttr::get(ctx, prop.{name}); }}()"
    )
}

/// Statements that check that an attribute is a dictionary.
pub(in crate::ops) const DICTIONARY: &str =
    "::mlir::DictionaryAttr dict = ::llvm::dyn_cast<::mlir::DictionaryAttr>(attr);
if (!dict) {
  emitError() << \"expected DictionaryAttr to set properties\";
  return ::mlir::failure();
}
";

/// Returns the function that reports a property error.
pub(in crate::ops) fn error_function(name: &str, rules: ClassRules) -> String {
    if rules.errors_name_properties {
        format!("[&]() {{\n        return emitError() << \"for `{name}`: \";\n      }}")
    } else {
        "emitError".to_owned()
    }
}

fn from_attribute(own: &[&str], entries: &[PropertyEntry<'_>], rules: ClassRules) -> String {
    let mut body = DICTIONARY.to_owned();
    for name in own {
        if rules.shares_conversions {
            body += &format!(
                "{{
  auto attr = dict.get(\"{name}\");
  if (::mlir::failed(::mlir::detail::setAttributeProperty(prop.{name}, attr, \"{name}\", emitError)))
    return ::mlir::failure();
}}
"
            );
            continue;
        }
        body += &format!(
            "{{
  auto &propStorage = prop.{name};
  auto attr = dict.get(\"{name}\");
  if (attr) {{
    auto convertedAttr = ::llvm::dyn_cast<std::remove_reference_t<decltype(propStorage)>>(attr);
    if (convertedAttr) {{
      propStorage = convertedAttr;
    }} else {{
      emitError() << \"Invalid attribute `{name}` in property conversion: \" << attr;
      return ::mlir::failure();
    }}
  }}
}}
"
        );
    }
    for entry in entries {
        let name = entry.name;
        let old = entry
            .old_name
            .map_or(String::new(), |old| format!(" if (!attr) attr = dict.get(\"{old}\");"));
        let report = error_function(name, rules);
        let conversion = format!("::mlir::failed(setFromAttr(prop.{name}, attr, {report}))");
        let set = match entry.default.filter(|_| !entry.is_required) {
            None => format!("if (attr && {conversion})\n    return ::mlir::failure();"),
            Some(default) => format!(
                "if (attr) {{
    if ({conversion})
      return ::mlir::failure();
  }} else {{
    prop.{name} = {default};
  }}"
            ),
        };
        body += &format!(
            "{{
  auto setFromAttr = [] (auto &propStorage, ::mlir::Attribute propAttr,
           ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) -> ::mlir::LogicalResult {{
    {}
  }};
  auto attr = dict.get(\"{name}\");{old};;
  {set}
}}
",
            entry.fill(entry.attribute.from_attribute)
        );
    }
    body + "return ::mlir::success();"
}

fn to_attribute(own: &[&str], entries: &[PropertyEntry<'_>], rules: ClassRules) -> String {
    let mut body = "::mlir::SmallVector<::mlir::NamedAttribute> attrs;
::mlir::Builder odsBuilder{ctx};
"
    .to_owned();
    for name in own {
        if rules.shares_conversions {
            body += &format!(
                "::mlir::detail::appendAttributeProperty(attrs, \"{name}\", prop.{name});\n"
            );
            continue;
        }
        body += &format!(
            "{{
  const auto &propStorage = prop.{name};
  if (propStorage)
    attrs.push_back(odsBuilder.getNamedAttr(\"{name}\", propStorage));
}}
"
        );
    }
    for entry in entries {
        let name = entry.name;
        body += &format!(
            "{{
  const auto &propStorage = prop.{name};
  auto attr = [&]() -> ::mlir::Attribute {{
    {}
  }}();
  attrs.push_back(odsBuilder.getNamedAttr(\"{name}\", attr));
}}
",
            entry.fill(entry.attribute.to_attribute)
        );
    }
    body + "
if (!attrs.empty())
  return odsBuilder.getDictionaryAttr(attrs);
return {};"
}

fn hash(own: &[&str], entries: &[PropertyEntry<'_>]) -> String {
    let mut body = String::new();
    for entry in entries.iter().filter(|entry| !entry.hash.is_empty()) {
        body += &format!(
            "auto hash_{}_ = [] (const auto &propStorage) -> llvm::hash_code {{
  using ::llvm::hash_value;
  return {};
}};
",
            entry.name,
            entry.fill(entry.hash)
        );
    }
    let of_attributes =
        own.iter().map(|name| format!("  llvm::hash_value(prop.{name}.getAsOpaquePointer())"));
    let of_entries = entries.iter().map(|entry| {
        if entry.hash.is_empty() {
            format!("  hash_value(prop.{})", entry.name)
        } else {
            format!("  hash_{0}_(prop.{0})", entry.name)
        }
    });
    let all = of_attributes.chain(of_entries).collect::<Vec<_>>().join(",\n");
    format!("{body}using llvm::hash_value;\nreturn llvm::hash_combine(\n{all});")
}

fn inherent_getter<'e>(own: &[&str], sized: impl Iterator<Item = &'e PropertyEntry<'e>>) -> String {
    let mut body = String::new();
    for name in own {
        body += &format!("if (name == \"{name}\")\n  return prop.{name};\n");
    }
    for entry in sized {
        let old = entry.old_name.unwrap_or_default();
        body += &format!(
            "if (name == \"{old}\" || name == \"{}\") return {};\n",
            entry.name,
            segment_attribute(entry)
        );
    }
    body + "return std::nullopt;"
}

fn inherent_setter<'e>(own: &[&str], sized: impl Iterator<Item = &'e PropertyEntry<'e>>) -> String {
    let mut body = String::new();
    for name in own {
        body += &format!(
            "if (name == \"{name}\") {{
   prop.{name} = ::llvm::dyn_cast_or_null<std::remove_reference_t<decltype(prop.{name})>>(value);
   return;
}}
"
        );
    }
    for entry in sized {
        let (name, old) = (entry.name, entry.old_name.unwrap_or_default());
        body += &format!(
            "if (name == \"{old}\" || name == \"{name}\") {{
   auto arrAttr = ::llvm::dyn_cast_or_null<::mlir::DenseI32ArrayAttr>(value);
   if (!arrAttr) return;
   if (arrAttr.size() != sizeof(prop.{name}) / sizeof(int32_t))
     return;
   llvm::copy(arrAttr.asArrayRef(), prop.{name}.begin());
   return;
}}
"
        );
    }
    body
}
