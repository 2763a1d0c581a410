//! The model for a target's register info: names, tables and offsets.
//!
//! In: the target's register analyses. Each submodule packs the tables for a part of the file.

mod base_classes;
mod composition;
mod costs;
mod dwarf;
mod mc_desc;
mod pressure;
mod register_classes;
mod saved_registers;
mod storage;
mod sub_register_classes;

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::{Feature, FieldError, RecordStore, RecordView};
use tablewright_target::hw_modes::{HwModeId, HwModes};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::register::RegisterByHwModeRecord;
use tablewright_target::registers::{
    CalleeSaved, ComposedIndices, DwarfNumbers, LaneMasks, RegisterClassId, RegisterClasses,
    RegisterId, Registers, RegistersByHwMode, SubRegIndexId, SubRegIndices, SubRegisters,
    base_classes, check_register_by_hw_mode,
};
use tablewright_target::target::target;
use tablewright_target::value_types::ValueTypes;

use crate::support::packed_sequences::{PackedSequences, packed_strings};
use crate::support::qualified_name::Qualified;

pub(super) use base_classes::RegisterInfoBaseClasses;
pub(super) use composition::{CompositeRow, Composition};
pub(super) use costs::Costs;
pub(super) use dwarf::{DwarfDirection, DwarfSwitch, DwarfTables, Pairs};
pub(super) use mc_desc::{ClassDesc, McDesc, RegisterDesc};
pub(super) use pressure::{Pressure, Weights};
pub(super) use register_classes::{AltOrders, CodegenClasses};
pub(super) use saved_registers::SavedLists;
pub(super) use storage::{ClassStorage, SharedMasks, StoredClass};
pub(super) use sub_register_classes::{SubRegisterClassTable, SubRegisterTables};

/// The division of the output into files. Some tables depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegisterInfoLayout {
    /// All parts are in the main file.
    OneFile,
    /// Each part has a file, which the main file includes.
    FiveFiles,
    /// As `FiveFiles`, with a single object for all register class tables.
    OneStorage,
}

impl RegisterInfoLayout {
    fn new(store: &RecordStore) -> RegisterInfoLayout {
        if store.release().has(Feature::RegisterClassesInOneStorage) {
            RegisterInfoLayout::OneStorage
        } else if store.release().has(Feature::RegisterInfoInFiveFiles) {
            RegisterInfoLayout::FiveFiles
        } else {
            RegisterInfoLayout::OneFile
        }
    }
}

/// Sub-register index tables.
pub(super) struct IndexTables<'s> {
    /// Composite indices.
    pub(super) composition: Composition<'s>,
    /// Sub-register classes.
    pub(super) sub_registers: SubRegisterTables,
}

impl<'s> IndexTables<'s> {
    fn new(analyses: &RegisterAnalyses<'s>, layout: RegisterInfoLayout) -> Option<IndexTables<'s>> {
        (!analyses.indices.is_empty()).then(|| IndexTables {
            composition: Composition::new(analyses, layout),
            sub_registers: SubRegisterTables::new(analyses),
        })
    }
}

/// A target's register info.
pub(super) struct RegisterInfo<'s> {
    /// Target name.
    pub(super) target: &'s str,
    pub(super) layout: RegisterInfoLayout,
    pub(super) analyses: RegisterAnalyses<'s>,
    pub(super) names: RegisterInfoNames<'s>,
    pub(super) mc_desc: McDesc<'s>,
    pub(super) dwarf: DwarfTables<'s>,
    pub(super) codegen_classes: CodegenClasses<'s>,
    pub(super) costs: Costs,
    /// Sub-register index tables. `None` without indices.
    pub(super) index_tables: Option<IndexTables<'s>>,
    pub(super) pressure: Pressure<'s>,
    /// Base classes. `None` if there are none.
    pub(super) base_classes: Option<RegisterInfoBaseClasses>,
    pub(super) saved: SavedLists<'s>,
}

/// The analyses whose results are printed unchanged.
#[derive(Clone, Copy)]
pub(super) struct RegisterAnalyses<'s> {
    hw_modes: &'s HwModes,
    types: &'s ValueTypes,
    pub(super) registers: &'s Registers,
    pub(super) sub_registers: &'s SubRegisters,
    pub(super) indices: &'s SubRegIndices,
    pub(super) classes: &'s RegisterClasses,
    pub(super) lanes: &'s LaneMasks,
}

/// Namespaces, and names with their namespaces.
pub(super) struct RegisterInfoNames<'s> {
    /// C++ namespace for registers; empty if there is none.
    pub(super) registers_namespace: &'s str,
    pub(super) classes_namespace: &'s str,
    pub(super) indices_namespace: &'s str,
    pub(super) registers: IndexVec<RegisterId, Qualified<'s>>,
    pub(super) classes: IndexVec<RegisterClassId, Qualified<'s>>,
    pub(super) indices: IndexVec<SubRegIndexId, Qualified<'s>>,
    /// Packed index names.
    pub(super) index_strings: PackedSequences<u8>,
    /// Alternative name indices; empty if each register has a single name.
    pub(super) alt_name_indices: Vec<&'s str>,
    /// The registers that depend on the hardware mode, in natural order of their names.
    pub(super) by_hw_mode: Vec<RegisterChoice<'s>>,
}

/// A register that depends on the hardware mode.
pub(super) struct RegisterChoice<'s> {
    pub(super) name: &'s str,
    /// Register for each mode that has any, with the mode's number and name.
    pub(super) registers: Vec<(usize, &'s str, Qualified<'s>)>,
}

impl<'s> RegisterInfo<'s> {
    /// Builds the model.
    ///
    /// # Errors
    ///
    /// If an analysis fails, or if a field is missing or has the wrong type.
    pub(super) fn collect(job: &mut Job<'s>) -> Result<RegisterInfo<'s>, Failure> {
        let store = job.store;
        let target = target(store)?.name();
        // Fallible steps come first: their order decides which error is reported.
        let analyses = RegisterAnalyses::collect(job)?;
        let pressure = Pressure::collect(job)?;
        let dwarf_numbers: &DwarfNumbers = job.analysis()?;
        let saved: &CalleeSaved = job.analysis()?;
        let registers = analyses.registers;
        let encodings = registers.ids().map(|r| registers.hw_encoding(store, r));
        let encodings = encodings.collect::<Result<_, FieldError>>()?;
        let layout = RegisterInfoLayout::new(store);
        let costs = Costs::collect(store, &analyses)?;
        let base_classes = base_classes(store, analyses.classes)?;
        let saved = SavedLists::collect(store, &analyses, saved, layout)?;
        let by_hw_mode = register_choices(job, &analyses)?;
        let names = RegisterInfoNames::new(store, &analyses, by_hw_mode);
        Ok(RegisterInfo {
            target,
            dwarf: DwarfTables::new(dwarf_numbers, names.registers_namespace),
            names,
            codegen_classes: CodegenClasses::new(store, &analyses, layout)?,
            pressure,
            saved,
            mc_desc: McDesc::new(
                &analyses,
                encodings,
                &base_classes,
                layout,
                store.release().has(Feature::RegisterClassesShareMasks),
            ),
            costs,
            index_tables: IndexTables::new(&analyses, layout),
            layout,
            base_classes: RegisterInfoBaseClasses::new(&analyses, &base_classes),
            analyses,
        })
    }

    /// Returns a register's qualified name.
    pub(super) fn register(&self, register: RegisterId) -> Qualified<'s> {
        self.names.registers[register]
    }

    /// Returns a class's qualified name.
    pub(super) fn class(&self, class: RegisterClassId) -> Qualified<'s> {
        self.names.classes[class]
    }
}

impl<'s> RegisterAnalyses<'s> {
    fn collect(job: &mut Job<'s>) -> Result<RegisterAnalyses<'s>, Failure> {
        Ok(RegisterAnalyses {
            registers: job.analysis()?,
            sub_registers: job.analysis()?,
            classes: job.analysis()?,
            indices: &job.analysis::<ComposedIndices>()?.indices,
            hw_modes: job.analysis()?,
            types: job.analysis()?,
            lanes: job.analysis()?,
        })
    }

    /// Iterates over the modes of the hardware with the names that they have in comments.
    pub(super) fn mode_names(&self) -> impl Iterator<Item = (HwModeId, &'s str)> + use<'s> {
        let hw_modes = self.hw_modes;
        hw_modes.iter().map(|(mode, _)| (mode, hw_modes.name_in_comments(mode)))
    }
}

impl<'s> RegisterInfoNames<'s> {
    fn new(
        store: &'s RecordStore,
        analyses: &RegisterAnalyses<'s>,
        by_hw_mode: Vec<RegisterChoice<'s>>,
    ) -> RegisterInfoNames<'s> {
        let RegisterAnalyses { registers, indices, classes, .. } = *analyses;
        // All registers share an enum, as do all classes and all indices, so the first element's namespace is used.
        let first_register = registers.iter().next();
        let first_class = classes.iter().next();
        let first_index = indices.iter().next();
        let alt_name_indices = registers.all_alt_name_indices();
        // A single index denotes the register's own name.
        let alt_name_indices = if alt_name_indices.len() < 2 { &[] } else { alt_name_indices };
        RegisterInfoNames {
            by_hw_mode,
            registers_namespace: first_register.map_or("", |(_, r)| store.str(r.namespace)),
            classes_namespace: first_class
                .map_or("", |(_, class)| store.str(class.properties.namespace)),
            indices_namespace: first_index
                .and_then(|(_, index)| index.namespace)
                .map_or("", |namespace| store.str(namespace)),
            registers: registers
                .ids()
                .map(|r| Qualified(registers.qualified_name(store, r)))
                .collect(),
            classes: classes
                .iter()
                .map(|(_, class)| Qualified(class.qualified_name(store)))
                .collect(),
            indices: indices
                .iter()
                .map(|(_, index)| Qualified(index.qualified_name(store)))
                .collect(),
            index_strings: packed_strings(indices.iter().map(|(_, index)| index.name.as_ref())),
            alt_name_indices: alt_name_indices
                .iter()
                .map(|&index| store.record(index).name())
                .collect(),
        }
    }
}

/// Returns the registers that depend on the hardware mode.
fn register_choices<'s>(
    job: &mut Job<'s>,
    analyses: &RegisterAnalyses<'s>,
) -> Result<Vec<RegisterChoice<'s>>, Failure> {
    let store = job.store;
    let choices: &RegistersByHwMode = job.analysis()?;
    let mut registers = Vec::new();
    for choice in choices.registers() {
        let record = store.record(choice.record);
        let view = RegisterByHwModeRecord::new(record);
        check_register_by_hw_mode(store, job.diagnostics, view)?;
        let mut by_mode = Vec::new();
        for &(mode, register) in &choice.choices {
            let register = Qualified(QualifiedName::from_record(store.record(register))?);
            by_mode.push((mode.index(), &*analyses.hw_modes.get(mode).name, register));
        }
        registers.push(RegisterChoice { name: record.name(), registers: by_mode });
    }
    Ok(registers)
}
