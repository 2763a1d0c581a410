//! Register classes and registers that depend on the hardware mode (LLVM 22 and later).
//!
//! In: records of class `RegClassByHwMode` and `RegisterByHwMode`. Out: [`RegistersByHwMode`], with
//! the choices by mode. [`RegisterClassLike`] distinguishes operands with a fixed class from
//! operands whose class depends on the mode.

use rustc_hash::FxHashMap;
use tablewright_records::release::Feature;
use tablewright_records::{
    Analysis, AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use super::{DescribedClasses, Registers};
use crate::hw_modes::{HwModeId, HwModes};
use crate::record_views::instruction::RegisterOperandRecord;
use crate::record_views::register::{
    RegClassByHwModeRecord, RegisterByHwModeRecord, RegisterClassRecord,
};

/// A fixed or mode-dependent register class for an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegisterClassLike {
    /// A record of class `RegisterClass`.
    Class(RecordId),
    /// A record of class `RegClassByHwMode`.
    ByHwMode(RecordId),
}

impl RegisterClassLike {
    /// Wraps a record of class `RegisterClass` or `RegClassByHwMode`. Returns `None` for other
    /// records.
    pub fn from_record(record: Record<'_>) -> Option<RegisterClassLike> {
        if RegisterClassRecord::from_record(record).is_some() {
            Some(RegisterClassLike::Class(record.id()))
        } else if RegClassByHwModeRecord::from_record(record).is_some() {
            Some(RegisterClassLike::ByHwMode(record.id()))
        } else {
            None
        }
    }

    /// Returns the register class for an operand record. Accepts the same records as
    /// [`from_record`](Self::from_record), and a `RegisterOperand` record through its `RegClass` field. Returns
    /// `None` for other records.
    ///
    /// # Errors
    /// If the `RegClass` field in a `RegisterOperand` does not hold a record.
    pub fn from_operand(record: Record<'_>) -> Result<Option<RegisterClassLike>, FieldError> {
        Ok(match RegisterOperandRecord::from_record(record) {
            Some(operand) => RegisterClassLike::from_record(operand.reg_class()?),
            None => RegisterClassLike::from_record(record),
        })
    }

    /// Returns the record from either variant.
    pub fn record(self) -> RecordId {
        match self {
            RegisterClassLike::Class(record) | RegisterClassLike::ByHwMode(record) => record,
        }
    }

    /// Returns the register class record for a mode; `None` if there is no choice for this mode. A
    /// choice for the default mode does not apply to other modes.
    pub fn in_mode(self, mode: HwModeId, choices: &RegistersByHwMode) -> Option<RecordId> {
        match self {
            RegisterClassLike::Class(record) => Some(record),
            RegisterClassLike::ByHwMode(record) => choices.class(record)?.in_mode(mode),
        }
    }
}

/// A record that selects another record by mode.
#[derive(Debug)]
pub struct ByHwMode {
    /// The selecting record.
    pub record: RecordId,
    /// The selected records, in mode order.
    pub choices: Vec<(HwModeId, RecordId)>,
}

impl ByHwMode {
    /// Returns the record selected for a mode; `None` if there is no choice for this mode.
    pub fn in_mode(&self, mode: HwModeId) -> Option<RecordId> {
        self.choices.iter().find(|choice| choice.0 == mode).map(|choice| choice.1)
    }
}

/// The register classes and registers that depend on the mode.
#[derive(Debug)]
pub struct RegistersByHwMode {
    classes: Vec<ByHwMode>,
    registers: Vec<ByHwMode>,
    by_record: FxHashMap<RecordId, usize>,
}

impl RegistersByHwMode {
    /// Returns the mode-dependent register classes, in natural name order.
    pub fn classes(&self) -> &[ByHwMode] {
        &self.classes
    }

    /// Returns the mode-dependent registers, in natural name order.
    pub fn registers(&self) -> &[ByHwMode] {
        &self.registers
    }

    /// Returns the choices for a record of class `RegClassByHwMode`.
    pub fn class(&self, record: RecordId) -> Option<&ByHwMode> {
        let class = self.classes.get(*self.by_record.get(&record)?)?;
        (class.record == record).then_some(class)
    }

    /// Returns the choices for a record of class `RegisterByHwMode`.
    pub fn register(&self, record: RecordId) -> Option<&ByHwMode> {
        let register = self.registers.get(*self.by_record.get(&record)?)?;
        (register.record == record).then_some(register)
    }
}

/// Checks a record of class `RegisterByHwMode`: each register must belong to the class for its
/// mode.
///
/// # Errors
/// Errors from the analyses. Also if a register is not in its class, or `RegClass` is not a
/// register class.
pub fn check_register_by_hw_mode(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
    record: RegisterByHwModeRecord<'_>,
) -> Result<(), AnalysisError> {
    let modes: &HwModes = store.analysis(diagnostics)?;
    let choices: &RegistersByHwMode = store.analysis(diagnostics)?;
    let registers: &Registers = store.analysis(diagnostics)?;
    let classes: &DescribedClasses = store.analysis(diagnostics)?;
    let error = |message: String| FieldError::new(Code::FieldValue, *record, message);
    let class = record.reg_class()?;
    let Some(like) = RegisterClassLike::from_operand(class)? else {
        let error = error(format!("{} is not a known RegisterClass!", class.name()));
        return Err(error.note_record(class, format!("{} defined here", class.name())).into());
    };
    let choice = choices.register(record.id());
    for &(mode, register) in choice.iter().flat_map(|choice| &choice.choices) {
        // A class without a choice for this mode uses its default mode choice.
        let class =
            like.in_mode(mode, choices).or_else(|| like.in_mode(HwModeId::DEFAULT, choices));
        let Some(class) = class else { continue };
        let members = classes.for_record(class).map(|class| &class.members);
        let id = registers.for_record(register);
        if !members.zip(id).is_some_and(|(members, id)| members.contains(id)) {
            let [register, class] = [register, class].map(|of| store.record(of).name());
            let mode = &modes.get(mode).name;
            let problem = format!("is not a member of register class {class}");
            return Err(error(format!("Register {register} for HwMode {mode} {problem}")).into());
        }
    }
    Ok(())
}

impl Analysis for RegistersByHwMode {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<RegistersByHwMode, AnalysisError> {
        let modes: &HwModes = store.analysis(diagnostics)?;
        let choices = |record: Record<'_>, what: &str| {
            let choices = modes.choices(record.id()).unwrap_or_default();
            sorted(record, choices, what, modes)
        };
        let lists_empty = !store.release().has(Feature::EmptyClassesByHwModeAreIgnored);
        let mut classes = Vec::new();
        for record in RegClassByHwModeRecord::all_if_defined(store) {
            let class = choices(**record, "RegisterClass entry")?;
            if !class.choices.is_empty() || lists_empty {
                classes.push(class);
            }
        }
        let mut registers = Vec::new();
        for record in RegisterByHwModeRecord::all_if_defined(store) {
            registers.push(choices(**record, "Register")?);
        }
        let index = |all: &[ByHwMode]| {
            all.iter().enumerate().map(|(i, of)| (of.record, i)).collect::<Vec<_>>()
        };
        let by_record = index(&classes).into_iter().chain(index(&registers)).collect();
        Ok(RegistersByHwMode { classes, registers, by_record })
    }
}

/// Sorts the choices by mode.
fn sorted(
    record: Record<'_>,
    choices: &[(HwModeId, RecordId)],
    what: &str,
    modes: &HwModes,
) -> Result<ByHwMode, FieldError> {
    let mut by_mode: Vec<(HwModeId, RecordId)> = Vec::with_capacity(choices.len());
    for &(mode, chosen) in choices {
        if by_mode.iter().any(|other| other.0 == mode) {
            let (mode, chosen) = (&modes.get(mode).name, record.store().record(chosen).name());
            let message = format!("duplicate {what} for HwMode {mode}: {chosen}");
            return Err(FieldError::new(Code::HwModes, record, message));
        }
        by_mode.push((mode, chosen));
    }
    by_mode.sort_by_key(|choice| choice.0);
    Ok(ByHwMode { record: record.id(), choices: by_mode })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::{error_of, store_of};

    const CLASSES: &str = "
class HwMode;
class HwModeSelect<list<HwMode> ms> { list<HwMode> Modes = ms; }
class RegisterClassLike;
class RegisterClass : RegisterClassLike;
class RegisterOperand<RegisterClassLike c> { RegisterClassLike RegClass = c; }
class RegClassByHwMode<list<HwMode> ms, list<RegisterClass> cs>
    : HwModeSelect<ms>, RegisterClassLike { list<RegisterClass> Objects = cs; }
def DefaultMode : HwMode; def M1 : HwMode; def M2 : HwMode;
def A : RegisterClass; def B : RegisterClass;
";

    #[test]
    fn a_class_by_mode_has_no_default() {
        let store = store_of(&format!(
            "{CLASSES}def Ptr : RegClassByHwMode<[M1, DefaultMode], [A, B]>; \
             def Op : RegisterOperand<Ptr>;"
        ));
        let all = store.analysis::<RegistersByHwMode>(&mut Diagnostics::new()).expect("valid");
        let record = |name| store.record(store.find_record(name).expect("defined"));
        let like =
            RegisterClassLike::from_operand(record("Op")).expect("valid").expect("registers");
        assert_eq!(like, RegisterClassLike::ByHwMode(record("Ptr").id()));
        let name = |mode| {
            let class = like.in_mode(HwModeId::from_index(mode), all);
            class.map(|class| store.record(class).name())
        };
        assert_eq!([name(0), name(1), name(2)], [Some("B"), Some("A"), None]);
        let class = RegisterClassLike::from_record(record("A")).expect("a class");
        assert_eq!(class.in_mode(HwModeId::from_index(2), all), Some(record("A").id()));
        assert_eq!(RegisterClassLike::from_record(record("M1")), None);
    }

    #[test]
    fn a_mode_has_one_class() {
        let store = store_of(&format!("{CLASSES}def Bad : RegClassByHwMode<[M1, M1], [A, B]>;"));
        let error = store.analysis::<RegistersByHwMode>(&mut Diagnostics::new()).err();
        let message = error.map(error_of);
        assert_eq!(message.as_deref(), Some("duplicate RegisterClass entry for HwMode M1: B"));
    }
}
