//! Verifiers for operations and adaptors.

use super::attributes::{is_required, sorted};
use super::dictionary::{self, DictionaryOwner};
use super::{ClassContext, OpClass, OpMethod, getter};
use crate::model::operation::{
    OpAttributeStorage, OperationAttribute, OperationBlock, OperationValue,
};
use crate::model::{ConstraintArity, Operation, Trait};
use crate::ops::constraint_functions::summary_text;
use crate::support::cpp;

/// The verified object.
#[derive(Clone, Copy)]
enum Verifier<'c> {
    /// The operation, by functions that it shares with others.
    Op(&'c ClassContext<'c, 'c>),
    /// An adaptor.
    Adaptor,
}

impl Verifier<'_> {
    /// Returns the statement that reports an error.
    fn error(self, op: &Operation<'_>, message: &str) -> String {
        match self {
            Verifier::Op(_) => format!("return emitOpError(\"{message}\");"),
            Verifier::Adaptor => {
                format!("return emitError(loc, \"'{}' op {message}\");", op.names.full)
            }
        }
    }
}

impl Verifier<'_> {
    /// Returns the verified dictionary's owner.
    fn owner(self) -> DictionaryOwner {
        match self {
            Verifier::Op(_) => DictionaryOwner::Operation,
            Verifier::Adaptor => DictionaryOwner::Adaptor,
        }
    }

    /// Returns the start of an error-reporting expression, before the text.
    fn open_error(self, op: &Operation<'_>) -> String {
        match self {
            Verifier::Op(_) => "emitOpError(\"".to_owned(),
            Verifier::Adaptor => format!("emitError(loc, \"'{}' op ", op.names.full),
        }
    }
}

/// Adds the functions that verify the operation.
pub(super) fn add(class: &mut OpClass<'_, '_>, context: &ClassContext<'_, '_>) {
    let op = class.op;
    let function = |name: &str| OpMethod::new("::llvm::LogicalResult", name);
    let implementation = function("verifyInvariantsImpl");
    class.methods.add(implementation.outside_in(class.part, || op_body(op, context)));
    class.methods.add(function("verifyInvariants").outside(if op.hooks.verifier {
        "if(::mlir::succeeded(verifyInvariantsImpl()) && ::mlir::succeeded(verify()))
  return ::mlir::success();
return ::mlir::failure();"
            .to_owned()
    } else {
        "return verifyInvariantsImpl();".to_owned()
    }));
    if op.hooks.verifier {
        class.methods.add(function("verify"));
    }
    if op.hooks.region_verifier {
        class.methods.add(function("verifyRegions"));
    }
}

/// Returns the statements that verify an operation.
fn op_body(op: &Operation<'_>, context: &ClassContext<'_, '_>) -> String {
    let verifier = Verifier::Op(context);
    let mut body = properties(op, verifier);
    body += &attributes(op, verifier);
    body += &values(&op.arguments.operands, "Operand", context);
    body += &values(&op.results, "Result", context);
    for one in &op.traits {
        let Trait::Predicate(one) = one else { continue };
        let condition = fill_trait_condition(op, &one.condition.to_cpp());
        let error = verifier.error(op, &format!("failed to verify that {}", one.summary));
        body += &format!("if (!({condition}))\n  {error}\n");
    }
    body += &regions(&op.blocks.regions, context);
    body += &successors(&op.blocks.successors, context);
    body + "return ::mlir::success();"
}

/// Returns the statements that verify an adaptor.
pub(super) fn adaptor_body(op: &Operation<'_>) -> String {
    let body = properties(op, Verifier::Adaptor) + &attributes(op, Verifier::Adaptor);
    body + "return ::mlir::success();"
}

/// Returns the replacement for a placeholder in a condition or a summary.
fn in_verifier<'v>(hole: &str, value: &'v str, verifier: Verifier<'_>) -> Option<&'v str> {
    match (hole, verifier) {
        ("_self", _) => Some(value),
        ("_op", Verifier::Op(_)) => Some("(*this->getOperation())"),
        ("_ctxt", Verifier::Op(_)) => Some("this->getOperation()->getContext()"),
        _ => None,
    }
}

/// Fills in an attribute or property condition; `None` for an adaptor if the condition needs the operation.
fn fill_condition(condition: &str, value: &str, verifier: Verifier<'_>) -> Option<String> {
    let filled = cpp::fill(condition, |hole| in_verifier(hole, value, verifier));
    match verifier {
        Verifier::Adaptor if filled.contains("<no-subst-found>") => None,
        Verifier::Adaptor | Verifier::Op(_) => Some(filled),
    }
}

/// Fills in a trait condition, which refers to operands, results, attributes and properties by name.
fn fill_trait_condition(op: &Operation<'_>, condition: &str) -> String {
    let of_values = |values: &[OperationValue<'_>], kind: &str, name: &str| {
        let index = values.iter().position(|value| value.name == name)?;
        let range = format!("this->getODS{kind}s({index})");
        Some(if values[index].is_variadic() { range } else { format!("(*{range}.begin())") })
    };
    let named = |name: &str| {
        let mut attributes = op.arguments.attributes.iter().map(|one| one.name);
        let mut properties = op.arguments.properties.iter().map(|one| one.name);
        if attributes.any(|one| one == name) || properties.any(|one| one == name) {
            return Some(format!("{}()", getter(name)));
        }
        of_values(&op.arguments.operands, "Operand", name)
            .or_else(|| of_values(&op.results, "Result", name))
    };
    fill_with(condition, |hole| match hole {
        "_op" => Some("(*this->getOperation())".to_owned()),
        "_ctxt" => Some("this->getOperation()->getContext()".to_owned()),
        _ => named(hole),
    })
}

/// Fills in a template with generated texts.
fn fill_with(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    cpp::fill_owned(template, value)
}

/// Returns the statements that define variables for attributes among the properties, and check that they are present.
fn stored_attributes(op: &Operation<'_>, verifier: Verifier<'_>) -> String {
    let mut body = String::new();
    for OperationAttribute { name, constraint, .. } in sorted(op) {
        body += &format!("auto tblgen_{name} = getProperties().{name}; (void)tblgen_{name};\n");
        if is_required(constraint) {
            let error = verifier.error(op, &format!("requires attribute '{name}'"));
            body += &format!("if (!tblgen_{name}) {error}\n");
        }
    }
    if !body.is_empty() {
        body.push('\n');
    }
    body
}

fn attributes(op: &Operation<'_>, verifier: Verifier<'_>) -> String {
    let mut body = match op.attribute_storage() {
        OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary => {
            stored_attributes(op, verifier)
        }
        OpAttributeStorage::Dictionary => {
            let error = |message: &str| verifier.error(op, message);
            dictionary::find_all(op, verifier.owner(), error)
                + &dictionary::check_segments(op, &verifier.open_error(op))
        }
    };
    for OperationAttribute { name, constraint, .. } in op.own_attributes() {
        let constraint = &constraint.constraint;
        if constraint.predicate.is_none() {
            continue;
        }
        if let Verifier::Op(context) = verifier
            && let Some(function) = context.constraints.attribute(constraint)
        {
            body += &format!(
                "if (::mlir::failed({function}(*this, tblgen_{name}, \"{name}\")))
  return ::mlir::failure();
"
            );
            continue;
        }
        let value = format!("tblgen_{name}");
        let Some(condition) = fill_condition(&constraint.condition(), &value, verifier) else {
            continue;
        };
        let summary = summary_text(constraint.summary, |hole| in_verifier(hole, &value, verifier));
        let message = format!("attribute '{name}' failed to satisfy constraint: {summary}");
        let error = verifier.error(op, &message);
        body += &format!("if ({value} && !({condition}))\n  {error}\n");
    }
    body
}

fn properties(op: &Operation<'_>, verifier: Verifier<'_>) -> String {
    let mut body = String::new();
    for one in op.arguments.properties.iter().filter(|one| one.property.is_constrained()) {
        let (name, constraint) = (one.name, &one.property.constraint);
        let ty = one.property.storage.interface_type;
        let function = match verifier {
            Verifier::Op(context) => context.constraints.property(constraint, ty),
            Verifier::Adaptor => None,
        };
        let value = format!("tblgen_{}", cpp::camel_case(name, false));
        let check = match function {
            Some(function) => format!(
                "if (::mlir::failed({function}(*this, {value}, \"{name}\")))
    return ::mlir::failure();"
            ),
            None => {
                let condition = fill_condition(&constraint.condition(), &value, verifier);
                let Some(condition) = condition else { continue };
                let summary =
                    summary_text(constraint.summary, |hole| in_verifier(hole, &value, verifier));
                let message = format!("property '{name}' failed to satisfy constraint: {summary}");
                format!("if (!({condition}))\n    {}", verifier.error(op, &message))
            }
        };
        let getter = getter(name);
        body += &format!(
            "{{
  [[maybe_unused]] {ty} {value} = this->{getter}();
  {check}
}}
"
        );
    }
    body
}

fn values(values: &[OperationValue<'_>], kind: &str, context: &ClassContext<'_, '_>) -> String {
    if values.is_empty() {
        return String::new();
    }
    let lower = kind.to_ascii_lowercase();
    let mut body = "{\n  unsigned index = 0; (void)index;\n".to_owned();
    for (i, value) in values.iter().enumerate() {
        let function = context.constraints.ty(&value.constraint.constraint);
        let size_check = match value.constraint.arity {
            ConstraintArity::Optional => format!(
                "
  if (valueGroup{i}.size() > 1) {{
    return emitOpError(\"{lower} group starting at #\") << index
        << \" requires 0 or 1 element, but found \" << valueGroup{i}.size();
  }}
"
            ),
            ConstraintArity::VariadicOfVariadic { segment_attribute } => format!(
                "  if (::mlir::failed(::mlir::OpTrait::impl::verifyValueSizeAttr(*this, \"{segment_attribute}\", \
                 \"{}\", valueGroup{i}.size())))
    return ::mlir::failure();
",
                value.name
            ),
            ConstraintArity::Single | ConstraintArity::Variadic => String::new(),
        };
        if function.is_none() && size_check.is_empty() {
            continue;
        }
        body += &format!("  auto valueGroup{i} = getODS{kind}s({i});\n{size_check}");
        if let Some(function) = function {
            body += &format!(
                "
  for (auto v : valueGroup{i}) {{
    if (::mlir::failed({function}(*this, v.getType(), \"{lower}\", index++)))
      return ::mlir::failure();
  }}
"
            );
        }
    }
    body + "}\n"
}

fn regions(regions: &[OperationBlock<'_>], context: &ClassContext<'_, '_>) -> String {
    if regions.is_empty() {
        return String::new();
    }
    let mut body = "{\n  unsigned index = 0; (void)index;\n".to_owned();
    for (i, region) in regions.iter().enumerate() {
        let Some(function) = context.constraints.region(&region.constraint) else { continue };
        let name = region.name;
        let list = if region.is_variadic {
            format!("{}()", getter(name))
        } else {
            format!("::llvm::MutableArrayRef((*this)->getRegion({i}))")
        };
        body += &format!(
            "
  for (auto &region : {list})
    if (::mlir::failed({function}(*this, region, \"{name}\", index++)))
      return ::mlir::failure();
"
        );
    }
    body + "}\n"
}

fn successors(successors: &[OperationBlock<'_>], context: &ClassContext<'_, '_>) -> String {
    if successors.is_empty() {
        return String::new();
    }
    let mut body = "{\n  unsigned index = 0; (void)index;\n".to_owned();
    for successor in successors {
        let Some(function) = context.constraints.successor(&successor.constraint) else { continue };
        let (name, getter) = (successor.name, getter(successor.name));
        body += &if successor.is_variadic {
            format!(
                "
  for (auto *successor : {getter}())
    if (::mlir::failed({function}(*this, successor, \"{name}\", index++)))
      return ::mlir::failure();
"
            )
        } else {
            format!(
                "
  if (::mlir::failed({function}(*this, {getter}(), \"{name}\", index++)))
    return ::mlir::failure();
"
            )
        };
    }
    body + "}\n"
}
