//! Intrinsics as selection DAG nodes.
//!
//! In: `Intrinsic` records that occur in patterns. Out: [`IntrinsicNode`]s: the node for the call, the types, and the
//! effects. There are thousands of intrinsics, and a target's patterns use only hundreds, so they are read one by one.

use tablewright_records::{FieldError, RecordId, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::value_types::{ValueType, ValueTypes};

use crate::intrinsics::{IntrinsicReader, MemoryEffects};
use crate::patterns::types::type_sets::{TypeSetId, TypeSets};
use crate::record_views::intrinsic::{IntrinsicRecord, LlvmMatchTypeRecord, LlvmTypeRecord};
use crate::sd_node_properties::SdNodeProperties;

/// The facts about an intrinsic in patterns: its result and parameter types, and its effects.
#[derive(Clone, Debug)]
pub struct IntrinsicNode {
    /// The record.
    pub record: RecordId,
    /// The function name: `llvm.bswap`.
    pub name: Box<str>,
    /// The node that represents a call.
    pub node: IntrinsicNodeKind,
    /// The types of the results.
    pub result_types: Vec<TypeSetId>,
    /// The parameter types.
    pub param_types: Vec<TypeSetId>,
    /// Properties that are listed for the node, without properties that follow from effects.
    pub properties: SdNodeProperties,
    /// Whether it may read memory.
    pub may_load: bool,
    /// Whether it may write memory.
    pub may_store: bool,
    /// Whether it has other effects, or effects that are not described.
    pub has_side_effects: bool,
    /// Whether the first two arguments can be swapped.
    pub is_commutative: bool,
}

/// The node that represents an intrinsic call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntrinsicNodeKind {
    /// `intrinsic_void`: a call without a result.
    Void,
    /// `intrinsic_w_chain`: it accesses memory or has side effects.
    WithChain,
    /// `intrinsic_wo_chain`
    WithoutChain,
}

impl IntrinsicNode {
    /// Reads a record of class `Intrinsic`.
    pub(crate) fn read<'s>(
        record: IntrinsicRecord<'s>,
        reader: &mut IntrinsicReader<'s>,
        types: &ValueTypes,
        sets: &mut TypeSets,
    ) -> Result<IntrinsicNode, FieldError> {
        let store = record.store();
        let intrinsic = reader.read(record)?;
        let [results, params] = if intrinsic.has_types() {
            let number = |ty: LlvmTypeRecord<'_>| types.number(ty.vt()?);
            let results = intrinsic.return_types(store).map(number);
            let params = intrinsic.param_types(store).map(number);
            [results.collect::<Result<Vec<_>, _>>()?, params.collect::<Result<Vec<_>, _>>()?]
        } else {
            unresolved_types(record, types, sets)?
        };
        let mut in_sets = |list: Vec<ValueType>| -> Vec<TypeSetId> {
            list.into_iter().map(|ty| sets.for_type(ty)).collect()
        };
        let (result_types, param_types) = (in_sets(results), in_sets(params));
        let attributes = reader.attributes(&intrinsic);
        let memory = attributes.function.memory;
        let node = if result_types.is_empty() {
            IntrinsicNodeKind::Void
        } else if memory != MemoryEffects::NONE || attributes.function.has_side_effects {
            IntrinsicNodeKind::WithChain
        } else {
            IntrinsicNodeKind::WithoutChain
        };
        Ok(IntrinsicNode {
            record: record.id(),
            name: reader.name(&intrinsic).into(),
            node,
            result_types,
            param_types,
            properties: intrinsic.sd_properties,
            may_load: !memory.only_writes(),
            may_store: !memory.only_reads(),
            has_side_effects: memory == MemoryEffects::UNKNOWN
                || attributes.function.has_side_effects,
            is_commutative: attributes.is_commutative,
        })
    }
}

/// Returns the result and parameter types as older releases list them: some types are the overloaded type with a
/// certain number, or follow from it.
fn unresolved_types(
    record: IntrinsicRecord<'_>,
    types: &ValueTypes,
    sets: &TypeSets,
) -> Result<[Vec<ValueType>; 2], FieldError> {
    let mut overloaded = Vec::new();
    let mut of_lists = [Vec::new(), Vec::new()];
    let stated = [(record.ret_types()?, "RetTypes"), (record.param_types()?, "ParamTypes")];
    for (numbers, (stated, field)) in of_lists.iter_mut().zip(stated) {
        for ty in stated {
            let mut number = types.number(ty.vt()?)?;
            if let Some(ty) = LlvmMatchTypeRecord::from_record(ty) {
                let matched = usize::try_from(ty.number()?).ok();
                number = *matched.and_then(|index| overloaded.get(index)).ok_or_else(|| {
                    let message = format!("'{}' matches no type before it", ty.name());
                    FieldError::new(Code::Intrinsics, *record, message).label_field(*record, field)
                })?;
            } else if sets.traits.is_overloaded(number) {
                overloaded.push(number);
            }
            numbers.push(number);
        }
    }
    Ok(of_lists)
}
