//! The register classes that depend on the hardware mode, as a table.

use tablewright_backend::{Failure, Job};
use tablewright_records::FieldError;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::registers::RegistersByHwMode;

use super::{InstrInfoLayout, InstrNames};

/// Mode-dependent classes in each mode.
#[derive(Default)]
pub(crate) struct ClassesByHwMode<'s> {
    /// Class names in natural order; empty in releases without such classes.
    pub(crate) names: Vec<&'s str>,
    /// By mode, the default mode first.
    pub(crate) modes: Vec<ClassesInMode<'s>>,
}

/// Mode-dependent classes in a mode.
pub(crate) struct ClassesInMode<'s> {
    pub(crate) mode: &'s str,
    /// By mode-dependent class; `None` if the mode lacks a class.
    pub(crate) classes: Vec<Option<QualifiedName<'s>>>,
}

impl<'s> ClassesByHwMode<'s> {
    pub(super) fn collect(
        job: &mut Job<'s>,
        names: &InstrNames<'s>,
    ) -> Result<ClassesByHwMode<'s>, Failure> {
        match names.layout {
            InstrInfoLayout::OperandsFirst => return Ok(ClassesByHwMode::default()),
            InstrInfoLayout::ImplicitOpsFirst => {}
        }
        let store = job.store;
        let modes: &HwModes = job.analysis()?;
        let registers: &RegistersByHwMode = job.analysis()?;
        let all = registers.classes();
        let mut in_modes = Vec::with_capacity(modes.iter().len());
        for (id, mode) in modes.iter() {
            let class = |record| QualifiedName::from_record(store.record(record));
            let classes = all.iter().map(|of| of.in_mode(id).map(class).transpose());
            let classes = classes.collect::<Result<_, FieldError>>()?;
            in_modes.push(ClassesInMode { mode: &mode.name, classes });
        }
        let names = all.iter().map(|of| store.record(of.record).name()).collect();
        Ok(ClassesByHwMode { names, modes: in_modes })
    }
}
