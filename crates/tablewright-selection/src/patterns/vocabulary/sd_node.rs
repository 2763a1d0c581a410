//! Selection DAG nodes, and type profile demands on their operands.
//!
//! In: `SDNode`, `SDTypeProfile` and `SDTypeConstraint` records. Out: [`SdNode`]s.

use tablewright_records::{
    AnalysisError, Feature, FieldError, Record, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::value_types::{TypeByHwMode, ValueType, ValueTypes};

use crate::patterns::forest::MAX_ARITY;
use crate::patterns::types::type_set::{TypeSetByHwMode, ValueTypeSet};
use crate::patterns::types::type_sets::{TypeSetId, TypeSetKind, TypeSetRelation, TypeSets};
use crate::record_views::selection_dag::{SdNodeRecord, SdTypeConstraintRecord};
use crate::sd_node_properties::{SdNodeProperties, SdNodeProperty};

/// An `SDNode` record.
#[derive(Clone, Debug)]
#[doc(alias = "SDNodeInfo")]
pub struct SdNode {
    /// The record.
    pub record: RecordId,
    /// The C++ enumerator.
    pub opcode: Symbol,
    /// The C++ class.
    pub class: Symbol,
    /// The result count.
    pub result_count: usize,
    /// The operand count; `None` if variable.
    pub operand_count: Option<usize>,
    /// Its properties.
    pub properties: SdNodeProperties,
    pub(crate) constraints: Vec<TypeConstraint>,
}

/// A demand on an operand of a node. Results are counted first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(alias = "SDTypeConstraint")]
pub(crate) struct TypeConstraint {
    pub(crate) operand: usize,
    pub(crate) demand: Demand,
}

/// The demand on the operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Demand {
    /// A certain type.
    Type(TypeSetId),
    Kind(TypeSetKind),
    /// The same type as another operand.
    SameAs(usize),
    /// A type that is written in the pattern and is smaller than another operand's type.
    StatedSmallerThan(usize),
    /// A relation to another operand, whose type is first in the relation.
    RelationFrom(usize, TypeSetRelation),
    /// A relation to another operand, whose type is second in the relation.
    RelationTo(usize, TypeSetRelation),
    /// A vector with this element type.
    VectorOf(TypeSetId),
}

impl SdNode {
    /// Whether it has a property.
    pub fn has(&self, property: SdNodeProperty) -> bool {
        self.properties.has(property)
    }

    /// Returns the type for the only result if the profile fixes it.
    pub(crate) fn known_type(&self, sets: &TypeSets) -> Option<ValueType> {
        let of_result = self.constraints.iter().filter(|demand| demand.operand < self.result_count);
        let fixed = of_result.filter_map(|constraint| {
            let Demand::Type(types) = constraint.demand else { return None };
            sets.get(types).as_simple().and_then(ValueTypeSet::first)
        });
        fixed.into_iter().next().filter(|&ty| ty != sets.traits.other)
    }
}

/// A value type reader.
pub(crate) struct TypeReader<'a> {
    pub(crate) types: &'a ValueTypes,
    pub(crate) hw_modes: &'a HwModes,
    /// The type for nodes without a result, if it is described.
    void: Option<ValueType>,
}

impl<'a> TypeReader<'a> {
    pub(crate) fn new(
        store: &'a RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<TypeReader<'a>, AnalysisError> {
        let types: &ValueTypes = store.analysis(diagnostics)?;
        let void = types.named(store, "isVoid")?;
        Ok(TypeReader { types, hw_modes: store.analysis(diagnostics)?, void })
    }

    /// Returns the type that a record represents.
    pub(crate) fn read(&self, record: Record<'_>) -> Result<TypeByHwMode, FieldError> {
        self.types.by_hw_mode(record, self.hw_modes)?.ok_or_else(|| {
            let message = format!("'{}' is not a value type", record.name());
            FieldError::new(Code::PatternNodes, record, message)
        })
    }

    /// Returns the set with the type that a record represents.
    pub(crate) fn set(
        &self,
        record: Record<'_>,
        sets: &mut TypeSets,
    ) -> Result<TypeSetId, FieldError> {
        let ty = self.read(record)?;
        Ok(sets.expanded(TypeSetByHwMode::from_types([&ty])))
    }
}

/// Reads an `SDNode` record.
pub(crate) fn sd_node(
    record: Record<'_>,
    reader: &TypeReader<'_>,
    sets: &mut TypeSets,
) -> Result<SdNode, FieldError> {
    let node = SdNodeRecord::new(record);
    let (opcode, class) = (node.opcode()?, node.sd_class()?);
    let profile = node.type_profile()?;
    // A node cannot have more results, since a pattern lists them.
    let result_count = operand_index(profile.num_results()?).min(MAX_ARITY);
    let operand_count = usize::try_from(profile.num_operands()? as i32).ok();
    let properties = SdNodeProperties::from_record(record)?;
    let mut constraints = Vec::new();
    for constraint in profile.constraints()? {
        constraints.push(type_constraint(constraint, reader, sets)?);
    }
    let record = record.id();
    Ok(SdNode { record, opcode, class, result_count, operand_count, properties, constraints })
}

/// Returns an operand's number. It has 32 bits; an invalid number is reported at its use.
fn operand_index(number: i64) -> usize {
    number as u32 as usize
}

fn type_constraint(
    record: SdTypeConstraintRecord<'_>,
    reader: &TypeReader<'_>,
    sets: &mut TypeSets,
) -> Result<TypeConstraint, FieldError> {
    use TypeSetRelation::{
        ContainingVector, LongerVector, SameElementCount, SameSize, Smaller, VectorOf,
    };
    let is = |class: &str| record.inherits(class);
    let other = || record.other_operand_num().map(operand_index);
    let vector = || record.other_op_num().map(operand_index);
    let error = |message: &str| Err(FieldError::new(Code::PatternNodes, *record, message));
    let demand = if is("SDTCisVT") {
        let ty = reader.read(record.vt()?)?;
        if ty.choices().iter().any(|&(_, ty)| reader.void == Some(ty)) {
            return error("Cannot use 'Void' as type to SDTCisVT");
        }
        Demand::Type(sets.expanded(TypeSetByHwMode::from_types([&ty])))
    } else if is("SDTCisPtrTy") {
        Demand::Type(sets.pointers())
    } else if is("SDTCisInt") {
        Demand::Kind(TypeSetKind::Integer)
    } else if is("SDTCisFP") {
        Demand::Kind(TypeSetKind::Float)
    } else if is("SDTCisVec") {
        Demand::Kind(TypeSetKind::Vector)
    } else if is("SDTCisSameAs") {
        Demand::SameAs(other()?)
    } else if is("SDTCisVTSmallerThanOp") {
        Demand::StatedSmallerThan(other()?)
    } else if is("SDTCisOpSmallerThanOp") {
        Demand::RelationTo(record.big_operand_num().map(operand_index)?, Smaller)
    } else if is("SDTCisEltOfVec") {
        Demand::RelationFrom(vector()?, VectorOf)
    } else if is("SDTCisSubVecOfVec") {
        let has_fixed_parts = record.store().release().has(Feature::FixedVectorsArePartsOfScalable);
        let relation = if has_fixed_parts { ContainingVector } else { LongerVector };
        Demand::RelationFrom(vector()?, relation)
    } else if is("SDTCVecEltisVT") {
        let ty = reader.read(record.vt()?)?;
        for &(_, ty) in ty.choices() {
            if sets.traits.is_vector(ty) {
                return error("Cannot use vector type as SDTCVecEltisVT");
            }
            if !sets.traits.integers.contains(ty) && !sets.traits.floats.contains(ty) {
                return error("Must use integer or floating point type as SDTCVecEltisVT");
            }
        }
        Demand::VectorOf(sets.intern(TypeSetByHwMode::from_types([&ty])))
    } else if is("SDTCisSameNumEltsAs") {
        Demand::RelationFrom(other()?, SameElementCount)
    } else if is("SDTCisSameSizeAs") {
        Demand::RelationFrom(other()?, SameSize)
    } else {
        // The line break is in the message of the reference, too.
        return error(&format!("Unrecognized SDTypeConstraint '{}'!\n", record.name()));
    };
    Ok(TypeConstraint { operand: record.operand_num().map(operand_index)?, demand })
}
