//! Members of an operation's class or its adaptor: operands, attributes, results and regions.

use tablewright_syntax::diagnostic::Diagnostic;

use super::names::sanitized;
use super::types::PythonTypes;
use crate::model::operation::OperationValue;
use crate::model::{AttributeConstraint, Operation};
use crate::support::value_access::{AccessedValueKind, SegmentArity, ValueAccess, access};

/// A property of a class in Python.
pub(crate) struct Member<'s> {
    pub(crate) name: String,
    pub(crate) annotation: String,
    pub(crate) kind: MemberKind<'s>,
}

/// The return value of a property.
pub(crate) enum MemberKind<'s> {
    Values(AccessedValueKind, ValueAccess),
    Attribute(&'s str, Presence),
    Region(usize),
    /// The regions from an index on.
    Regions(usize),
}

/// Whether an attribute may be absent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Always present.
    Required,
    /// It may be missing.
    Optional,
    /// A unit attribute: its presence is the value.
    Unit,
}

/// Appends members for named operands or results.
///
/// # Errors
/// If the value counts of several variable operands or results cannot be determined.
pub(crate) fn add_values<'s>(
    members: &mut Vec<Member<'s>>,
    op: &Operation<'s>,
    kind: AccessedValueKind,
    types: &PythonTypes<'_>,
) -> Result<(), Diagnostic> {
    let values = match kind {
        AccessedValueKind::Operand => &op.arguments.operands,
        AccessedValueKind::Result => &op.results,
    };
    for (index, value) in values.iter().enumerate() {
        let access = access(op, values, kind, index)?;
        if value.name.is_empty() {
            continue;
        }
        members.push(Member {
            name: sanitized(value.name),
            annotation: annotation(value, &access, kind, types),
            kind: MemberKind::Values(kind, access),
        });
    }
    Ok(())
}

fn annotation(
    value: &OperationValue<'_>,
    access: &ValueAccess,
    kind: AccessedValueKind,
    types: &PythonTypes<'_>,
) -> String {
    let (one, list) = match kind {
        AccessedValueKind::Operand => ("_ods_ir.Value", "_ods_ir.OpOperandList"),
        AccessedValueKind::Result => ("_ods_ir.OpResult", "_ods_ir.OpResultList"),
    };
    let (is_list, is_optional) = match access {
        ValueAccess::At(_) | ValueAccess::AfterRest { .. } => (false, false),
        ValueAccess::OptionalAt { .. } => (false, true),
        ValueAccess::Rest { .. } => (true, false),
        ValueAccess::Segment { arity, .. } => {
            (*arity == SegmentArity::List, *arity == SegmentArity::Optional)
        }
        ValueAccess::EquallySized { is_list, .. } => (*is_list, false),
    };
    let annotation = if is_list {
        types.for_lists(list, &value.constraint)
    } else {
        types.for_values(one, &value.constraint)
    };
    if is_optional { format!("_Optional[{annotation}]") } else { annotation }
}

/// Returns when an attribute is present.
pub(crate) fn presence(constraint: &AttributeConstraint<'_>) -> Presence {
    if constraint.storage.class == "::mlir::UnitAttr" {
        return Presence::Unit;
    }
    if constraint.is_optional { Presence::Optional } else { Presence::Required }
}

/// Appends the members for attributes.
pub(crate) fn add_attributes<'s>(
    members: &mut Vec<Member<'s>>,
    op: &Operation<'s>,
    types: &PythonTypes<'_>,
) {
    for attribute in op.own_attributes() {
        let presence = presence(&attribute.constraint);
        let class = types.attribute(&attribute.constraint);
        members.push(Member {
            name: sanitized(attribute.name),
            annotation: match presence {
                Presence::Required => class.to_owned(),
                Presence::Optional => format!("_Optional[{class}]"),
                Presence::Unit => "bool".to_owned(),
            },
            kind: MemberKind::Attribute(attribute.name, presence),
        });
    }
}

/// Appends the members for the named regions.
pub(crate) fn add_regions(members: &mut Vec<Member<'_>>, op: &Operation<'_>) {
    for (index, region) in op.blocks.regions.iter().enumerate() {
        if region.name.is_empty() {
            continue;
        }
        let (annotation, kind) = if region.is_variadic {
            ("_ods_ir.RegionSequence", MemberKind::Regions(index))
        } else {
            ("_ods_ir.Region", MemberKind::Region(index))
        };
        let name = sanitized(region.name);
        members.push(Member { name, annotation: annotation.to_owned(), kind });
    }
}
