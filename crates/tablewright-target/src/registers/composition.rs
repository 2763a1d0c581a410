//! Compositions for sub-register indices.
//!
//! In: the sub-registers for all registers. Out: [`ComposedIndices`]. For example, a register has
//! sub-register `R` by index `a`, `R` has `S` by index `b`, and the register itself has `S` by
//! index `c`. Then `a` and `b` compose to `c`.

use rustc_hash::FxHashSet;
use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::index::{RegisterId, SubRegIndexId};
use super::register::{Registers, SubReg};
use super::sub_reg_index::SubRegIndices;
use super::sub_registers::SubRegisters;

/// Sub-register indices with all compositions and the resulting bit ranges.
#[derive(Debug)]
pub struct ComposedIndices {
    /// The indices.
    pub indices: SubRegIndices,
}

impl Analysis for ComposedIndices {
    /// Warns if two registers disagree on a composition.
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<ComposedIndices, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let sub_registers: &SubRegisters = store.analysis(diagnostics)?;
        let described = &sub_registers.indices;
        let mut indices = described.clone();
        let mut seen_shapes = FxHashSet::default();
        let mut names: IndexVec<RegisterId, Option<SubRegIndexId>> = registers.side_table(None);
        for register in registers.ids() {
            // Registers of the same shape have the same compositions.
            if !seen_shapes.insert(sub_registers.shape(register)) {
                continue;
            }
            for &SubReg { index, register: sub_reg } in sub_registers.for_register(register) {
                names[sub_reg] = Some(index);
            }
            for &SubReg { index: a, register: sub_reg } in sub_registers.for_register(register) {
                for &SubReg { index: b, register: inner } in sub_registers.for_register(sub_reg) {
                    let Some(composite) = names[inner] else { continue };
                    if let Some(other) = indices.compose(a, b, composite)
                        && (described.composed(a, b).is_none()
                            || agrees(registers, sub_registers, a, b, composite))
                    {
                        diagnostics.push(ambiguity(store, &indices, [a, b, other, composite]));
                    }
                }
            }
            for &SubReg { register: sub_reg, .. } in sub_registers.for_register(register) {
                // Only used entries are reset. A new table for each register would be much slower.
                names[sub_reg] = None;
            }
        }
        Ok(ComposedIndices { indices })
    }
}

/// Whether some register has a part `b` in its part `a`, and all such registers know this part as
/// `composite`.
///
/// A `ComposedOf` composition may differ from the registers. This is ambiguous only if the
/// registers agree with each other.
fn agrees(
    registers: &Registers,
    sub_registers: &SubRegisters,
    a: SubRegIndexId,
    b: SubRegIndexId,
    composite: SubRegIndexId,
) -> bool {
    let inner = |register: RegisterId| {
        let outer = sub_registers.get(register, a)?;
        Some((register, sub_registers.get(outer, b)?))
    };
    let mut having = registers.ids().filter_map(inner).peekable();
    having.peek().is_some()
        && having.all(|(register, inner)| sub_registers.get(register, composite) == Some(inner))
}

fn ambiguity(store: &RecordStore, indices: &SubRegIndices, ids: [SubRegIndexId; 4]) -> Diagnostic {
    let [a, b, first, second] = ids.map(|id| indices.get(id).qualified_name(store).to_text());
    let message = format!("SubRegIndex {a} and {b} compose ambiguously as {first} or {second}");
    Diagnostic::warning(Code::SubRegisters, None, message)
}
