//! Lint: calling conventions that assign registers which cannot hold the argument's type.

use rustc_hash::FxHashSet;
use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::hw_modes::HwModes;
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
    let registers: &Registers = store.analysis(&mut Diagnostics::new())?;
    let held = HeldTypes::new(input)?;
    let mut groups = Groups::default();
    for assignment in &assignments {
        let Some(types) = held.types(input, assignment)? else { continue };
        for register in &assignment.registers {
            let Some(id) = registers.for_record(register.id()) else { continue };
            if types.iter().any(|&ty| held.pairs.contains(&(id, ty))) {
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
}

impl HeldTypes {
    fn new(input: &LintInput<'_>) -> Result<HeldTypes, AnalysisError> {
        let classes: &DescribedClasses = input.store.analysis(&mut Diagnostics::new())?;
        let mut pairs = FxHashSet::default();
        for class in classes.by_name() {
            let types = class.value_types.iter().flat_map(|ty| ty.choices());
            for &(_, ty) in types {
                pairs.extend(class.members.iter().map(|register| (register, ty)));
            }
        }
        Ok(HeldTypes { pairs })
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
