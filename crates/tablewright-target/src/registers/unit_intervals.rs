//! Renumbering of register units such that the units of each register are an interval.
//!
//! A target asks for it with `RegistersAreIntervals`. The registers are gone through in order. Where
//! the numbers of a register's units have a gap, the number after the gap is exchanged with the one
//! that would continue the interval. The result depends on this order, and so does the set of
//! descriptions that are accepted:
//!
//! - an exchange replaces the earlier exchanges of its two numbers, it is not composed with them;
//! - a number that continued the interval of one register cannot do so for another;
//! - units that get the same number count once.

use rustc_hash::FxHashSet;
use tablewright_index::IndexVec;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::index::{RegUnitId, RegisterId};
use super::register::Registers;

/// Renumbers the units of registers such that those of each register are an interval.
///
/// # Errors
/// If a number would have to continue the intervals of two registers, or if the units of a register
/// are not an interval in the end.
pub(super) fn renumber_units(
    registers: &Registers,
    roots: &IndexVec<RegUnitId, RegisterId>,
    register_units: &mut IndexVec<RegisterId, Vec<RegUnitId>>,
) -> Result<(), Diagnostic> {
    let mut numbers: IndexVec<RegUnitId, RegUnitId> = roots.indices().collect();
    let mut exchanged = FxHashSet::default();
    for (register, _) in registers.iter() {
        let current = renumbered(&register_units[register], &numbers);
        let Some(&first) = current.first() else { continue };
        for (offset, &unit) in current.iter().enumerate() {
            let expected = RegUnitId::from_index(first.index() + offset);
            if unit == expected {
                continue;
            }
            if !exchanged.insert(expected) {
                let reason = format!(
                    " for register {}: unit {} (root: {}) has already been renumbered and cannot be \
                     swapped",
                    registers.name(register),
                    expected.index(),
                    registers.name(roots[expected]),
                );
                return Err(error(&reason));
            }
            numbers[unit] = expected;
            numbers[expected] = unit;
        }
    }
    for register in registers.ids() {
        let current = renumbered(&register_units[register], &numbers);
        if !current.windows(2).all(|pair| pair[0].index() + 1 == pair[1].index()) {
            let name = registers.name(register);
            return Err(error(&format!(
                ", final renumbering did not produce contiguous units for register {name}"
            )));
        }
        register_units[register] = current;
    }
    Ok(())
}

/// The numbers of some units, in order and without duplicates.
fn renumbered(units: &[RegUnitId], numbers: &IndexVec<RegUnitId, RegUnitId>) -> Vec<RegUnitId> {
    let mut units: Vec<RegUnitId> = units.iter().map(|&unit| numbers[unit]).collect();
    units.sort_unstable();
    units.dedup();
    units
}

fn error(reason: &str) -> Diagnostic {
    let message = format!("cannot enforce regunit intervals{reason}");
    Diagnostic::error_anywhere(Code::RegisterUnits, message)
}
