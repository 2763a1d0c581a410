//! Complex patterns, which a C++ function matches, and transformations, C++ functions that change a matched value.
//!
//! In: `ComplexPattern` and `SDNodeXForm` records. Out: [`ComplexPattern`]s and [`Transform`]s.

use tablewright_records::{FieldError, Record, RecordId, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use super::sd_node::TypeReader;
use crate::patterns::forest::MAX_ARITY;
use crate::patterns::types::type_sets::{TypeSetId, TypeSets};
use crate::record_views::selection_dag::{ComplexPatternRecord, SdNodeXFormRecord};
use crate::sd_node_properties::{SdNodeProperties, SdNodeProperty};

/// A `ComplexPattern` record.
#[derive(Clone, Debug)]
pub struct ComplexPattern {
    /// The record.
    pub record: RecordId,
    /// The type of the value that it matches.
    pub value_type: TypeSetId,
    /// The operand count that the function finds.
    pub operand_count: usize,
    /// The function.
    pub select_func: Symbol,
    /// The nodes that it can match; needed at the root of a pattern.
    pub root_nodes: Vec<RecordId>,
    /// Whether the function has a parameter for the matched tree's root.
    pub wants_root: bool,
    /// Whether the function has a parameter for the node's parent.
    pub wants_parent: bool,
    /// Its properties.
    pub properties: SdNodeProperties,
    /// Points that it adds to a pattern's complexity.
    pub complexity: i64,
}

/// An `SDNodeXForm` record.
#[derive(Clone, Debug)]
pub struct Transform {
    /// The record.
    pub record: RecordId,
    /// The selection DAG node passed to the function.
    pub node: RecordId,
    /// The function body; empty for the identity transformation.
    pub code: Symbol,
}

/// The properties that a complex pattern cannot have.
const UNSUPPORTED: [(SdNodeProperty, &str); 4] = [
    (SdNodeProperty::Commutative, "SDNPCommutative"),
    (SdNodeProperty::Associative, "SDNPAssociative"),
    (SdNodeProperty::OutGlue, "SDNPOutGlue"),
    (SdNodeProperty::InGlue, "SDNPInGlue"),
];

/// Reads a `ComplexPattern` record.
pub(crate) fn complex_pattern(
    record: Record<'_>,
    reader: &TypeReader<'_>,
    sets: &mut TypeSets,
) -> Result<ComplexPattern, FieldError> {
    let view = ComplexPatternRecord::new(record);
    let value_type = reader.set(view.ty()?, sets)?;
    let operand_count = view.num_operands()?.clamp(0, MAX_ARITY as i64);
    let root_nodes = view.root_nodes()?;
    let properties = SdNodeProperties::from_record(record)?;
    for (property, name) in UNSUPPORTED {
        if properties.has(property) {
            let pattern = record.name();
            let message =
                format!("Unsupported SD Node property '{name}' on ComplexPattern '{pattern}'!");
            return Err(FieldError::new(Code::PatternNodes, record, message));
        }
    }
    Ok(ComplexPattern {
        record: record.id(),
        value_type,
        operand_count: operand_count as usize,
        select_func: view.select_func()?,
        root_nodes: root_nodes.iter().map(|node| node.id()).collect(),
        wants_root: view.wants_root()? || properties.has(SdNodeProperty::WantRoot),
        wants_parent: view.wants_parent()? || properties.has(SdNodeProperty::WantParent),
        properties,
        complexity: match view.complexity()? {
            -1 => operand_count * 3,
            complexity => complexity,
        },
    })
}

/// Reads an `SDNodeXForm` record.
pub(crate) fn transform(record: Record<'_>) -> Result<Transform, FieldError> {
    Ok(Transform {
        record: record.id(),
        node: SdNodeXFormRecord::new(record).opcode()?,
        code: SdNodeXFormRecord::new(record).xform_function()?,
    })
}
