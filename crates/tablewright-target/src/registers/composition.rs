//! What sub-register indices compose to, as the registers show.

use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};

use super::index::{RegisterId, SubRegIndexId};
use super::register::Registers;
use super::sub_reg_index::SubRegIndices;
use super::sub_registers::SubRegisters;

/// The sub-register indices with all that is known of their composition, and of where parts lie.
#[derive(Debug)]
pub struct ComposedIndices {
    /// The indices.
    pub indices: SubRegIndices,
}

impl Analysis for ComposedIndices {
    /// Where registers disagree on what two indices compose to, there is a warning.
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<ComposedIndices, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let sub_registers: &SubRegisters = store.analysis(diagnostics)?;
        let described = &sub_registers.indices;
        let mut indices = described.clone();
        let mut is_known_shape = vec![false; registers.len()];
        let mut names: Vec<Option<SubRegIndexId>> = vec![None; registers.len()];
        for register in registers.indices() {
            // Registers of the same shape say the same.
            let shape = sub_registers.shape(register) as usize;
            if std::mem::replace(&mut is_known_shape[shape], true) {
                continue;
            }
            for &(index, sub_reg) in sub_registers.of(register) {
                names[sub_reg.index()] = Some(index);
            }
            for &(a, sub_reg) in sub_registers.of(register) {
                for &(b, inner) in sub_registers.of(sub_reg) {
                    let Some(composite) = names[inner.index()] else { continue };
                    if let Some(other) = indices.compose(a, b, composite)
                        && (described.composed(a, b).is_none()
                            || agrees(registers, sub_registers, a, b, composite))
                    {
                        diagnostics.push(ambiguity(store, &indices, [a, b, other, composite]));
                    }
                }
            }
            for &(_, sub_reg) in sub_registers.of(register) {
                names[sub_reg.index()] = None;
            }
        }
        Ok(ComposedIndices { indices })
    }
}

/// Whether each register with a part `b` of its part `a` knows that as `composite`; one has it.
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
    let mut having = registers.indices().filter_map(inner).peekable();
    having.peek().is_some()
        && having.all(|(register, inner)| sub_registers.get(register, composite) == Some(inner))
}

fn ambiguity(store: &RecordStore, indices: &SubRegIndices, ids: [SubRegIndexId; 4]) -> Diagnostic {
    let [a, b, known, other] = ids.map(|id| indices.get(id).qualified_name(store));
    let message = format!("SubRegIndex {a} and {b} compose ambiguously as {known} or {other}");
    Diagnostic::new(Severity::Warning, None, message)
}
