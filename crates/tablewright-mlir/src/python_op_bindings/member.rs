//! The members through which the class of an operation, or its adaptor, is read: operands, attributes, results and
//! regions.

use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::names::sanitized;
use super::types::PythonTypes;
use crate::model::operation::{OperationValue, count_variable};
use crate::model::{Arity, AttributeConstraint, Operation};

/// A property of a class in Python.
pub(super) struct Member<'s> {
    pub(super) name: String,
    pub(super) annotation: String,
    pub(super) kind: MemberKind<'s>,
}

/// What a property returns.
pub(super) enum MemberKind<'s> {
    Values(ValueKind, ValueAccess),
    Attribute(&'s str, Presence),
    Region(usize),
    /// The regions from one on.
    Regions(usize),
}

/// Operands or results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueKind {
    Operand,
    Result,
}

/// When an attribute is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// Always.
    Required,
    /// It may be missing.
    Optional,
    /// It says something by being there.
    Unit,
}

/// How an operand or a result is found among all of them.
pub(super) enum ValueAccess {
    /// By its index.
    At(usize),
    /// Nothing or a value, of at most `count`.
    OptionalAt { index: usize, count: usize },
    /// As many values as there are more than the `count` others, less this one.
    Rest { index: usize, count: usize },
    /// A value after such a list.
    AfterRest { index: usize, count: usize },
    /// By the attribute that holds how many values each has.
    Segment { index: usize, arity: SegmentArity },
    /// By its index among the operands or results, where all lists of values have the same length.
    EquallySized { fixed: usize, variable: usize, before: GroupsBefore, is_list: bool },
}

/// What a segment has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SegmentArity {
    One,
    Optional,
    List,
}

/// How many operands or results come before one.
#[derive(Clone, Copy)]
pub(super) struct GroupsBefore {
    pub(super) variable: usize,
    pub(super) fixed: usize,
}

impl ValueKind {
    /// The trait of operations that hold how many values each operand or result has.
    pub(super) fn segments_trait(self) -> &'static str {
        match self {
            ValueKind::Operand => "::mlir::OpTrait::AttrSizedOperandSegments",
            ValueKind::Result => "::mlir::OpTrait::AttrSizedResultSegments",
        }
    }

    fn equal_trait(self) -> &'static str {
        match self {
            ValueKind::Operand => "::mlir::OpTrait::SameVariadicOperandSize",
            ValueKind::Result => "::mlir::OpTrait::SameVariadicResultSize",
        }
    }

    /// The word for one of them.
    pub(super) fn word(self) -> &'static str {
        match self {
            ValueKind::Operand => "operand",
            ValueKind::Result => "result",
        }
    }
}

/// Appends the members for the named ones among operands or results.
///
/// # Errors
/// Where nothing says how many values each of several has.
pub(super) fn add_values<'s>(
    members: &mut Vec<Member<'s>>,
    op: &Operation<'s>,
    kind: ValueKind,
    types: &PythonTypes<'s>,
) -> Result<(), Diagnostic> {
    let values = match kind {
        ValueKind::Operand => &op.arguments.operands,
        ValueKind::Result => &op.results,
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

fn access(
    op: &Operation<'_>,
    values: &[OperationValue<'_>],
    kind: ValueKind,
    index: usize,
) -> Result<ValueAccess, Diagnostic> {
    let arity = values[index].constraint.arity;
    let (count, variable) = (values.len(), count_variable(values));
    if op.has_trait(kind.segments_trait()) {
        let arity = match arity {
            Arity::Single => SegmentArity::One,
            Arity::Optional => SegmentArity::Optional,
            Arity::Variadic | Arity::VariadicOfVariadic { .. } => SegmentArity::List,
        };
        return Ok(ValueAccess::Segment { index, arity });
    }
    if variable > 1 && op.has_trait(kind.equal_trait()) {
        let before = count_variable(&values[..index]);
        return Ok(ValueAccess::EquallySized {
            fixed: count - variable,
            variable,
            before: GroupsBefore { variable: before, fixed: index - before },
            is_list: arity.is_variable(),
        });
    }
    if variable > 1 {
        let message = format!("unsupported {} structure", kind.word());
        return Err(Diagnostic::error(Code::Mlir, op.names.pos, message));
    }
    Ok(match arity {
        Arity::Single if count_variable(&values[..index]) == 0 => ValueAccess::At(index),
        Arity::Single => ValueAccess::AfterRest { index, count },
        Arity::Optional => ValueAccess::OptionalAt { index, count },
        Arity::Variadic | Arity::VariadicOfVariadic { .. } => ValueAccess::Rest { index, count },
    })
}

fn annotation(
    value: &OperationValue<'_>,
    access: &ValueAccess,
    kind: ValueKind,
    types: &PythonTypes<'_>,
) -> String {
    let (one, list) = match kind {
        ValueKind::Operand => ("_ods_ir.Value", "_ods_ir.OpOperandList"),
        ValueKind::Result => ("_ods_ir.OpResult", "_ods_ir.OpResultList"),
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
    let annotation = types.of_values(if is_list { list } else { one }, &value.constraint);
    match is_optional {
        true => format!("_Optional[{annotation}]"),
        false => annotation,
    }
}

/// When an attribute is there.
pub(super) fn presence(constraint: &AttributeConstraint<'_>) -> Presence {
    if constraint.storage.class == "::mlir::UnitAttr" {
        return Presence::Unit;
    }
    match constraint.is_optional {
        true => Presence::Optional,
        false => Presence::Required,
    }
}

/// Appends the members for attributes.
pub(super) fn add_attributes<'s>(
    members: &mut Vec<Member<'s>>,
    op: &Operation<'s>,
    types: &PythonTypes<'s>,
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
pub(super) fn add_regions(members: &mut Vec<Member<'_>>, op: &Operation<'_>) {
    for (index, region) in op.blocks.regions.iter().enumerate() {
        if region.name.is_empty() {
            continue;
        }
        let (annotation, kind) = match region.is_variadic {
            true => ("_ods_ir.RegionSequence", MemberKind::Regions(index)),
            false => ("_ods_ir.Region", MemberKind::Region(index)),
        };
        let name = sanitized(region.name);
        members.push(Member { name, annotation: annotation.to_owned(), kind });
    }
}
