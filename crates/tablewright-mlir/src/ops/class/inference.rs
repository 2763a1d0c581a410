//! The function that infers the types of results.

use super::{OpClass, OpMethod};
use crate::model::operation::{Argument, InferredType, OpAttributeStorage, TypeSource};
use crate::support::cpp;

/// The interface that infers types.
pub(in crate::ops) const INTERFACE: &str = "::mlir::InferTypeOpInterface::Trait";

pub(super) fn add(class: &mut OpClass<'_, '_>) {
    let Some(inferred) = &class.op.inferred_types else { return };
    class.methods.add(
        OpMethod::new("::llvm::LogicalResult", "inferReturnTypes")
            .make_static()
            .parameter("::mlir::MLIRContext *", "context")
            .parameter("::std::optional<::mlir::Location>", "location")
            .parameter("::mlir::ValueRange", "operands")
            .parameter("::mlir::DictionaryAttr", "attributes")
            .parameter(class.names.properties_ref.cpp_type(), "properties")
            .parameter("::mlir::RegionRange", "regions")
            .parameter("::llvm::SmallVectorImpl<::mlir::Type>&", "inferredReturnTypes")
            .outside_in(class.part, || inference_body(class, inferred)),
    );
}

/// Returns the statements that infer all result types.
fn inference_body(class: &OpClass<'_, '_>, inferred: &[InferredType<'_>]) -> String {
    let count = inferred.len();
    let mut body =
        format!("inferredReturnTypes.resize({count});\n::mlir::Builder odsBuilder(context);\n");
    let last_operand = inferred.iter().filter_map(|one| operand(class, one.source)).max();
    if let Some(index) = last_operand {
        body += &format!("if (operands.size() <= {index})\n  return ::mlir::failure();\n");
    }
    for index in order(inferred) {
        body += &inference(class, index, inferred);
    }
    for index in 0..count {
        body += &format!("inferredReturnTypes[{index}] = odsInferredType{index};\n");
    }
    body + "return ::mlir::success();"
}

/// Orders results so that each follows its inference sources.
fn order(inferred: &[InferredType<'_>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut is_done = vec![false; inferred.len()];
    while order.len() < inferred.len() {
        let before = order.len();
        for (index, one) in inferred.iter().enumerate() {
            let is_ready = match one.source {
                TypeSource::Argument(_) => true,
                TypeSource::Result(source) => is_built(inferred, source) || is_done[source],
            };
            if !is_done[index] && is_ready {
                is_done[index] = true;
                order.push(index);
            }
        }
        if order.len() == before {
            break;
        }
    }
    order
}

/// Whether a result type can be built by itself. Types inferred from it use the same expression.
fn is_built(inferred: &[InferredType<'_>], result: usize) -> bool {
    inferred[result].source == TypeSource::Result(result)
}

/// Returns the operand that a type follows from.
fn operand(class: &OpClass<'_, '_>, source: TypeSource) -> Option<usize> {
    let TypeSource::Argument(argument) = source else { return None };
    match class.op.arguments.order.get(argument) {
        Some(&Argument::Operand(operand)) => Some(operand),
        Some(&Argument::Attribute(_)) => None,
        Some(&Argument::Property(_)) | None => Some(argument),
    }
}

/// Returns the statements that infer a result type.
fn inference(class: &OpClass<'_, '_>, index: usize, inferred: &[InferredType<'_>]) -> String {
    let op = class.op;
    let (check, ty) = match inferred[index].source {
        TypeSource::Result(source) if is_built(inferred, source) => {
            let call = op.results[source].constraint.builder_call.unwrap_or_default();
            let ty = cpp::fill(call, |hole| (hole == "_builder").then_some("odsBuilder"));
            (String::new(), ty)
        }
        TypeSource::Result(source) => (String::new(), format!("odsInferredType{source}")),
        TypeSource::Argument(argument) => match op.arguments.order.get(argument) {
            Some(&Argument::Operand(operand)) => (String::new(), operand_type(operand)),
            Some(&Argument::Attribute(attribute)) => {
                let name = op.arguments.attributes[attribute].name;
                let value = format!("odsInferredTypeAttr{index}");
                let from_dictionary = format!(
                    "::llvm::dyn_cast_or_null<::mlir::TypedAttr>(attributes.get(\"{name}\"))"
                );
                let lookup = match op.attribute_storage() {
                    OpAttributeStorage::Properties
                    | OpAttributeStorage::PropertiesFromDictionary => {
                        format!(
                            "(properties ? properties.as<Properties *>()->{name} : {from_dictionary})"
                        )
                    }
                    OpAttributeStorage::Dictionary => from_dictionary,
                };
                let before = format!(
                    "::mlir::TypedAttr {value} = {lookup};
if (!{value}) return ::mlir::failure();
"
                );
                (before, format!("{value}.getType()"))
            }
            Some(&Argument::Property(_)) | None => (String::new(), operand_type(argument)),
        },
    };
    let ty = cpp::fill(inferred[index].transformer, |hole| match hole {
        "_self" => Some(ty.as_str()),
        "_ctxt" => Some("context"),
        "_builder" => Some("odsBuilder"),
        _ => None,
    });
    format!("{check}::mlir::Type odsInferredType{index} = {ty};\n")
}

fn operand_type(index: usize) -> String {
    format!("operands[{index}].getType()")
}
