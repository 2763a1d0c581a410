//! Names of the attributes that an operation stores, and whether an attribute is always present.

use crate::model::operation::OpAttributeStorage;
use crate::model::{AttributeConstraint, Operation};

/// The trait of operations with segment sizes for variable operands.
pub(in crate::ops) const SIZED_OPERANDS: &str = "::mlir::OpTrait::AttrSizedOperandSegments";
/// The same for results.
pub(in crate::ops) const SIZED_RESULTS: &str = "::mlir::OpTrait::AttrSizedResultSegments";

/// The property with the number of values for each operand.
pub(in crate::ops) const OPERAND_SEGMENTS: &str = "operandSegmentSizes";
/// The same for results.
pub(in crate::ops) const RESULT_SEGMENTS: &str = "resultSegmentSizes";

/// Returns all attribute names in byte order. In a dictionary, segment sizes are attributes, too.
pub(super) fn sorted_names<'s>(op: &Operation<'s>) -> Vec<&'s str> {
    let mut names: Vec<&str> = op.arguments.attributes.iter().map(|one| one.name).collect();
    if op.attribute_storage() == OpAttributeStorage::Dictionary {
        let sized = [(SIZED_OPERANDS, OPERAND_SEGMENTS), (SIZED_RESULTS, RESULT_SEGMENTS)];
        let sized = sized.into_iter().filter(|(name, _)| op.has_trait(name));
        names.extend(sized.map(|(_, name)| name));
    }
    names.sort_unstable();
    names
}

/// Whether an attribute is always present.
pub(in crate::ops) fn is_required(constraint: &AttributeConstraint<'_>) -> bool {
    !constraint.is_optional && !constraint.has_default()
}
