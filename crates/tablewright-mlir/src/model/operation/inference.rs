//! The types of results that follow from operands, attributes and other results.

use tablewright_records::{FieldError, RecordStore};

use super::{Argument, Operation, count_variable};
use crate::model::element_memo::ElementMemo;
use crate::model::{Trait, TypeRelation};

/// Type inference for a result.
#[doc(alias = "InferredResultType")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InferredType<'s> {
    /// The source.
    pub source: TypeSource,
    /// The C++ expression that computes it from the source's type `$_self`.
    pub transformer: &'s str,
}

/// The source from which a result type is inferred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeSource {
    /// An argument, as an index into [`Arguments::order`](super::Arguments::order).
    Argument(usize),
    /// A result. If it is the same result, its type can be built; another result is inferred first.
    Result(usize),
}

/// The interface of operations whose result types are inferred.
const INTERFACE: &str = "InferTypeOpInterface";

/// The expression for a type that is the same.
const SAME: &str = "$_self";

/// The expression for the types of as many values as a shaped type has elements.
pub(crate) const ELEMENT_TYPES: &str = "::llvm::SmallVector<::mlir::Type>(::llvm::cast<::mlir::ShapedType>($_self).getNumElements(), ::llvm::cast<::mlir::ShapedType>($_self).getElementType())";

/// Known facts about a result type.
#[derive(Clone, Default)]
struct InferenceNode<'s> {
    sources: Vec<InferredType<'s>>,
    is_inferred: bool,
}

/// Finds out how the types of results are inferred, and adds the interface that infers them if all are.
pub(super) fn infer<'s>(
    store: &'s RecordStore,
    operation: &mut Operation<'s>,
    memo: &mut ElementMemo<'s>,
) -> Result<(), FieldError> {
    let Some(interface) = store.find_record(INTERFACE) else { return Ok(()) };
    if operation.results.is_empty() {
        return Ok(());
    }
    let inferred = if operation.has_trait("::mlir::OpTrait::SameOperandsAndResultType") {
        same_as_operand(operation)
    } else {
        by_relations(operation)
    };
    if inferred.is_some() {
        operation.inferred_types = inferred;
        operation.traits.push(Trait::read(store.record(interface), memo)?);
    }
    Ok(())
}

/// Infers all types from the first operand that always has a single value.
fn same_as_operand<'s>(operation: &Operation<'s>) -> Option<Vec<InferredType<'s>>> {
    if count_variable(&operation.results) > 0 {
        return None;
    }
    let arguments = &operation.arguments;
    let first = arguments.order.iter().position(|argument| match *argument {
        Argument::Operand(index) => !arguments.operands[index].is_variable(),
        Argument::Attribute(_) | Argument::Property(_) => false,
    })?;
    let inferred = InferredType { source: TypeSource::Argument(first), transformer: SAME };
    Some(vec![inferred; operation.results.len()])
}

/// Infers types from type relations in traits.
fn by_relations<'s>(operation: &Operation<'s>) -> Option<Vec<InferredType<'s>>> {
    let infers_itself = |one: &Trait<'_>| match one {
        Trait::Interface(one) => one.definition == INTERFACE,
        Trait::Native(_) | Trait::Effects(_) | Trait::Predicate(_) | Trait::Internal(_) => false,
    };
    if count_variable(&operation.results) > 0 || operation.traits.iter().any(infers_itself) {
        return None;
    }
    let mut nodes = vec![InferenceNode::default(); operation.results.len()];
    for (index, (node, result)) in nodes.iter_mut().zip(&operation.results).enumerate() {
        if result.constraint.builder_call.is_some() {
            let source = TypeSource::Result(index);
            node.sources.push(InferredType { source, transformer: SAME });
            node.is_inferred = true;
        }
    }
    for one in &operation.traits {
        let Trait::Predicate(condition) = one else { continue };
        match &condition.types {
            None => {}
            Some(TypeRelation::Same(names)) => add_same(operation, &mut nodes, names),
            Some(TypeRelation::Transformed { from, to, transformer }) => {
                add_edge(operation, &mut nodes, (from, to), transformer);
            }
            Some(TypeRelation::Shaped { elements, shaped }) => {
                add_edge(operation, &mut nodes, (shaped, elements), ELEMENT_TYPES);
            }
        }
    }
    propagate(&mut nodes);
    let all = nodes.iter().all(|node| node.is_inferred);
    all.then(|| nodes.into_iter().filter_map(|node| node.sources.first().copied()).collect())
}

/// Returns the entity with a name; the first argument if there is none.
fn find(operation: &Operation<'_>, name: &str) -> TypeSource {
    let arguments = &operation.arguments;
    if let Some(index) = operation.results.iter().position(|result| result.name == name) {
        return TypeSource::Result(index);
    }
    let argument_index = arguments.order.iter().position(|argument| match *argument {
        Argument::Operand(index) => arguments.operands[index].name == name,
        Argument::Attribute(index) => arguments.attributes[index].name == name,
        Argument::Property(index) => arguments.properties[index].name == name,
    });
    TypeSource::Argument(argument_index.unwrap_or(0))
}

fn is_inferred(nodes: &[InferenceNode<'_>], source: TypeSource) -> bool {
    match source {
        TypeSource::Argument(_) => true,
        TypeSource::Result(index) => nodes[index].is_inferred,
    }
}

fn add_edge<'s>(
    operation: &Operation<'s>,
    nodes: &mut [InferenceNode<'s>],
    (from, to): (&str, &str),
    transformer: &'s str,
) {
    let TypeSource::Result(result) = find(operation, to) else { return };
    if nodes[result].is_inferred {
        return;
    }
    let source = find(operation, from);
    nodes[result].is_inferred = is_inferred(nodes, source);
    nodes[result].sources.push(InferredType { source, transformer });
}

fn add_same<'s>(operation: &Operation<'s>, nodes: &mut [InferenceNode<'s>], names: &[&str]) {
    let sources: Vec<TypeSource> = names.iter().map(|name| find(operation, name)).collect();
    let results = || {
        sources.iter().filter_map(|source| match *source {
            TypeSource::Result(index) => Some(index),
            TypeSource::Argument(_) => None,
        })
    };
    let last_inferred = sources.iter().rev().find(|&&source| is_inferred(nodes, source));
    match last_inferred {
        Some(&source) => {
            for result in results() {
                if !nodes[result].is_inferred {
                    let inferred = InferredType { source, transformer: SAME };
                    nodes[result] = InferenceNode { sources: vec![inferred], is_inferred: true };
                }
            }
        }
        None => {
            for result in results() {
                let others = results().filter(|&other| other != result);
                nodes[result].sources.extend(others.map(|other| InferredType {
                    source: TypeSource::Result(other),
                    transformer: SAME,
                }));
            }
        }
    }
}

/// Propagates inferred types until nothing changes.
fn propagate(nodes: &mut [InferenceNode<'_>]) {
    loop {
        let mut has_changed = false;
        for index in 0..nodes.len() {
            if nodes[index].is_inferred {
                continue;
            }
            let mut sources = nodes[index].sources.iter();
            if let Some(&source) = sources.find(|one| is_inferred(nodes, one.source)) {
                nodes[index] = InferenceNode { sources: vec![source], is_inferred: true };
                has_changed = true;
            }
        }
        if !has_changed {
            return;
        }
    }
}
