//! GlobalISel equivalents for selection DAG elements (`SelectionDAGCompat.td`).
//!
//! In: records in the classes `GINodeEquiv`, `GIComplexPatternEquiv` and `GISDNodeXFormEquiv`. Out: [`Equivalences`],
//! by the replaced record.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::instructions::{InstructionId, Instructions};

use crate::record_views::global_isel::{
    GiComplexPatternEquivRecord, GiNodeEquivRecord, GiSdNodeXFormEquivRecord,
};

/// The instruction that replaces a selection DAG node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeEquivalence {
    /// The instruction if no condition below applies.
    pub(super) instruction: InstructionId,
    /// The instruction if the first operand is a floating-point number.
    pub(super) if_floating_point: Option<InstructionId>,
    /// The instruction if the called intrinsic is convergent.
    pub(super) if_convergent: Option<InstructionId>,
    /// The instruction if a load extends the sign.
    pub(super) if_sign_extend: Option<InstructionId>,
    /// The instruction if a load extends with zeros.
    pub(super) if_zero_extend: Option<InstructionId>,
    /// The instruction if a load extends a floating-point number.
    pub(super) if_fp_extend: Option<InstructionId>,
    /// The instruction if a store truncates a floating-point number.
    pub(super) if_fp_trunc: Option<InstructionId>,
    /// Whether the rule must check that the memory access is not atomic.
    pub(super) checks_non_atomic: bool,
    /// Whether the rule must check that the memory access is atomic.
    pub(super) checks_atomic: bool,
}

/// GlobalISel equivalents for nodes, complex patterns and transformations. If several records replace the same
/// element, the last in natural name order has priority.
#[derive(Debug, Default)]
pub(super) struct Equivalences {
    nodes: FxHashMap<RecordId, NodeEquivalence>,
    /// By complex pattern, the record of class `GIComplexOperandMatcher`.
    complex_patterns: FxHashMap<RecordId, RecordId>,
    /// By transformation, the record of class `GICustomOperandRenderer`.
    transforms: FxHashMap<RecordId, RecordId>,
}

impl Equivalences {
    pub(super) fn read(
        store: &RecordStore,
        instructions: &Instructions,
    ) -> Result<Equivalences, FieldError> {
        let mut all = Equivalences::default();
        for record in GiNodeEquivRecord::all_if_defined(store) {
            let node = record.node()?;
            all.nodes.insert(node, node_equivalence(record, instructions)?);
        }
        for record in GiComplexPatternEquivRecord::all_if_defined(store) {
            all.complex_patterns.insert(record.sel_dag_equivalent()?, record.id());
        }
        for record in GiSdNodeXFormEquivRecord::all_if_defined(store) {
            all.transforms.insert(record.sel_dag_equivalent()?, record.id());
        }
        Ok(all)
    }

    /// Returns the instruction that replaces a node.
    pub(super) fn node(&self, node: RecordId) -> Option<&NodeEquivalence> {
        self.nodes.get(&node)
    }

    /// Returns the matcher that replaces a complex pattern.
    pub(super) fn complex_pattern(&self, pattern: RecordId) -> Option<RecordId> {
        self.complex_patterns.get(&pattern).copied()
    }

    /// Returns the renderer that replaces a transformation.
    pub(super) fn transform(&self, transform: RecordId) -> Option<RecordId> {
        self.transforms.get(&transform).copied()
    }
}

fn expect_instruction(
    instructions: &Instructions,
    record: Record<'_>,
    at: GiNodeEquivRecord<'_>,
) -> Result<InstructionId, FieldError> {
    instructions.id(record.id()).ok_or_else(|| {
        let message = format!("'{}' is not an instruction", record.name());
        FieldError::new(Code::PatternNodes, *at, message)
    })
}

pub(super) fn node_equivalence(
    record: GiNodeEquivRecord<'_>,
    instructions: &Instructions,
) -> Result<NodeEquivalence, FieldError> {
    let id = |instruction| expect_instruction(instructions, instruction, record);
    Ok(NodeEquivalence {
        instruction: id(record.i()?)?,
        if_floating_point: record.if_floating_point()?.map(id).transpose()?,
        if_convergent: record.if_convergent()?.map(id).transpose()?,
        if_sign_extend: record.if_sign_extend()?.map(id).transpose()?,
        if_zero_extend: record.if_zero_extend()?.map(id).transpose()?,
        if_fp_extend: record.if_fp_extend()?.map(id).transpose()?,
        if_fp_trunc: record.if_fp_trunc()?.map(id).transpose()?,
        checks_non_atomic: record.check_mmo_is_non_atomic()?,
        checks_atomic: record.check_mmo_is_atomic()?,
    })
}
