//! Lint: calling conventions that assign registers which cannot hold the argument's type.

use rustc_hash::FxHashSet;
use tablewright_records::{AnalysisError, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::hw_modes::HwModes;
use tablewright_target::record_views::value_type::ValueTypeRecord;
use tablewright_target::registers::{DescribedClasses, RegisterId, Registers};
use tablewright_target::value_types::{ValueType, ValueTypes};

use super::check_target;
use super::conventions::{Assignment, assignments};
use super::groups::{Groups, draft};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An argument in a register that no class for the argument's type contains.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::ArgumentOfAnotherClass,
    name: "argument-of-another-class",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let assignments = assignments(store)?;
    if assignments.is_empty() {
        return Ok(());
    }
    let diagnostics = &mut Diagnostics::new();
    let registers: &Registers = store.analysis(diagnostics)?;
    let known: &ValueTypes = store.analysis(diagnostics)?;
    let held = HeldTypes::new(input)?;
    let mut groups = Groups::default();
    for assignment in &assignments {
        let Some(types) = held.types(input, assignment)? else { continue };
        for register in &assignment.registers {
            let Some(id) = registers.for_record(register.id()) else { continue };
            if types.iter().any(|&ty| held.fits(known, id, ty)) {
                continue;
            }
            let span = assignment.position(**register);
            let names: Vec<&str> = assignment.types.iter().map(|ty| ty.name()).collect();
            let kind = format!("{} {}", register.name(), names.join(" "));
            groups.add((span, &kind), *assignment.convention, || {
                let message = format!(
                    "'{}' assigns '{}' to values of type {}, and no class for the type contains it",
                    assignment.convention.name(),
                    register.name(),
                    names.join(" or ")
                );
                let mut diagnostic = draft(span, message);
                diagnostic.label(register.pos(), "the register");
                diagnostic
            });
        }
    }
    groups.report(store, findings);
    Ok(())
}

/// The types that each register can hold.
struct HeldTypes {
    pairs: FxHashSet<(RegisterId, ValueType)>,
    /// Types that some register can hold.
    legal: FxHashSet<ValueType>,
    /// Numbers of bits in integers that each register can hold.
    integer_sizes: FxHashSet<(RegisterId, i64)>,
    /// Floating-point and vector types.
    others: FxHashSet<ValueType>,
}

impl HeldTypes {
    fn new(input: &LintInput<'_>) -> Result<HeldTypes, AnalysisError> {
        let diagnostics = &mut Diagnostics::new();
        let classes: &DescribedClasses = input.store.analysis(diagnostics)?;
        let known: &ValueTypes = input.store.analysis(diagnostics)?;
        let mut held = HeldTypes {
            pairs: FxHashSet::default(),
            legal: FxHashSet::default(),
            integer_sizes: FxHashSet::default(),
            others: FxHashSet::default(),
        };
        for record in ValueTypeRecord::all_if_defined(input.store) {
            let is_other = |flag: Option<bool>| flag == Some(true);
            if is_other(record.is_fp()?) || is_other(record.is_vector()?) {
                held.others.insert(known.number(record)?);
            }
        }
        for class in classes.by_name() {
            for &(_, ty) in class.value_types.iter().flat_map(|ty| ty.choices()) {
                held.legal.insert(ty);
                held.pairs.extend(class.members.iter().map(|register| (register, ty)));
                if !held.others.contains(&ty) {
                    let size = known.size(ty);
                    held.integer_sizes.extend(class.members.iter().map(|one| (one, size)));
                }
            }
        }
        Ok(held)
    }

    /// Whether a register can hold a type. C++ code splits types that no register can hold, and moves other values than
    /// integers to integer registers with the same size.
    fn fits(&self, known: &ValueTypes, register: RegisterId, ty: ValueType) -> bool {
        let is_moved = || {
            self.others.contains(&ty) && self.integer_sizes.contains(&(register, known.size(ty)))
        };
        !self.legal.contains(&ty) || self.pairs.contains(&(register, ty)) || is_moved()
    }

    /// Returns an assignment's types; `None` without types, or if a type is a pointer of unknown size.
    fn types(
        &self,
        input: &LintInput<'_>,
        assignment: &Assignment<'_>,
    ) -> Result<Option<Vec<ValueType>>, AnalysisError> {
        let diagnostics = &mut Diagnostics::new();
        let known: &ValueTypes = input.store.analysis(diagnostics)?;
        let modes: &HwModes = input.store.analysis(diagnostics)?;
        let mut types = Vec::new();
        for ty in &assignment.types {
            if ty.name().starts_with("iPTR") {
                return Ok(None);
            }
            if let Some(by_mode) = known.by_hw_mode(**ty, modes)? {
                types.extend(by_mode.choices().iter().map(|&(_, ty)| ty));
            }
        }
        Ok(Some(types).filter(|types| !types.is_empty()))
    }
}
