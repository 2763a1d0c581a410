//! Renumbering for register units, so that the units in each register form an interval.
//!
//! A target requests this with `RegistersAreIntervals`. Registers are visited in order. If a
//! register's unit numbers have a gap, the number after the gap is exchanged with the number that
//! would continue the interval. This order affects the result and the set of accepted descriptions:
//!
//! - an exchange replaces earlier exchanges for its two numbers, without composing them;
//! - a number that continued one register's interval cannot continue another interval;
//! - units that get the same number count once.

use rustc_hash::FxHashSet;
use tablewright_index::IndexVec;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::index::{RegUnitId, RegisterId};
use super::register::Registers;

/// Renumbers register units so that the units in each register form an interval.
///
/// # Errors
/// If a number would continue the intervals in two registers, or if a register's final units do not
/// form an interval.
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

/// Returns the new unit numbers, sorted and without duplicates.
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
