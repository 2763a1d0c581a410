//! Registers and register classes.

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::registers::{
    ComposedIndices, DwarfNumbers, RegisterClasses, RegisterId, Registers, SubReg,
};
use tablewright_target::value_types::{TypeByHwMode, ValueTypes};

use crate::SourceLocation;

/// A register.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedRegister {
    /// Its name.
    pub name: String,
    /// The number in the target's enumeration.
    pub number: u32,
    /// The enumerator's namespace.
    pub namespace: String,
    /// The position of the definition, or of the `RegisterTuples` record that generates the
    /// register.
    pub location: SourceLocation,
    /// The assembly name.
    pub assembly_name: String,
    /// Other assembly names.
    pub other_names: Vec<String>,
    /// The number in encodings.
    pub encoding: u64,
    /// DWARF numbers, one for each numbering that the target has; -1 for none.
    pub dwarf_numbers: Vec<i32>,
    /// Direct sub-registers.
    pub sub_registers: Vec<SubRegister>,
    /// Further overlapping registers.
    pub aliases: Vec<String>,
    /// Whether its value is constant.
    pub is_constant: bool,
    /// Whether it is artificial: a part of a register without a name in hardware.
    pub is_artificial: bool,
}

/// A sub-register.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SubRegister {
    /// The sub-register index.
    pub index: String,
    /// The register's name.
    pub register: String,
}

/// A register class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedRegisterClass {
    /// Its name.
    pub name: String,
    /// The number in the target's enumeration.
    pub number: u32,
    /// The enumerator's namespace.
    pub namespace: String,
    /// The definition's position; `None` for an inferred class.
    pub location: Option<SourceLocation>,
    /// Register size in bits, in the default mode.
    pub bits: u32,
    /// Spill slot size in bits, in the default mode.
    pub spill_bits: u32,
    /// Spill slot alignment in bits, in the default mode.
    pub spill_alignment: u32,
    /// The value types; `mode:type` if a type depends on the hardware mode.
    pub types: Vec<String>,
    /// The registers in allocation order. Unallocated registers are last.
    pub registers: Vec<String>,
    /// Whether registers are allocated from it.
    pub is_allocatable: bool,
    /// The cost to copy a register; negative if copies are impossible.
    pub copy_cost: i32,
    /// The allocation priority.
    pub allocation_priority: u8,
}

/// Lists a target's registers.
///
/// # Errors
/// Errors from the analyses.
pub fn registers(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<ExportedRegister>, AnalysisError> {
    let registers: &Registers = store.analysis(diagnostics)?;
    let composed: &ComposedIndices = store.analysis(diagnostics)?;
    let dwarf: &DwarfNumbers = store.analysis(diagnostics)?;
    let mut list = Vec::with_capacity(registers.len());
    for (id, register) in registers.iter() {
        let described = store.record(register.record.unwrap_or(register.described_by));
        let name = |id: RegisterId| registers.name(id).to_owned();
        let sub_registers = register.sub_regs.iter().map(|&SubReg { index, register: sub }| {
            SubRegister { index: composed.indices.name(index).to_owned(), register: name(sub) }
        });
        list.push(ExportedRegister {
            name: name(id),
            number: id.number(),
            namespace: store.str(register.namespace).to_owned(),
            location: SourceLocation::new(store.sources(), described.pos()),
            assembly_name: registers.asm_name(store, id).to_owned(),
            other_names: registers
                .alt_names(store, id)?
                .into_iter()
                .map(|name| name.to_owned())
                .collect(),
            encoding: registers.hw_encoding(store, id)?,
            dwarf_numbers: dwarf
                .to_number
                .iter()
                .map(|flavour| {
                    let entry = flavour.iter().find(|(register, _)| *register == id);
                    entry.map_or(-1, |&(_, number)| number)
                })
                .collect(),
            sub_registers: sub_registers.collect(),
            aliases: register.aliases.iter().map(|&alias| name(alias)).collect(),
            is_constant: register.is_constant,
            is_artificial: register.is_artificial,
        });
    }
    Ok(list)
}

/// Lists a target's register classes, including inferred classes.
///
/// # Errors
/// Errors from the analyses.
pub fn register_classes(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<ExportedRegisterClass>, AnalysisError> {
    let registers: &Registers = store.analysis(diagnostics)?;
    let classes: &RegisterClasses = store.analysis(diagnostics)?;
    let types: &ValueTypes = store.analysis(diagnostics)?;
    let modes: &HwModes = store.analysis(diagnostics)?;
    let mut list = Vec::new();
    for (number, (_, class)) in classes.iter().enumerate() {
        let size = class.sizes.default();
        let order = class.allocation_order();
        let others = class.members.iter().filter(|member| !order.contains(member));
        list.push(ExportedRegisterClass {
            name: class.name.to_string(),
            number: number as u32,
            namespace: store.str(class.properties.namespace).to_owned(),
            location: class
                .record
                .map(|record| SourceLocation::new(store.sources(), store.record(record).pos())),
            bits: size.register,
            spill_bits: size.spill,
            spill_alignment: size.spill_alignment,
            types: class
                .properties
                .value_types
                .iter()
                .map(|ty| type_text(store, types, modes, ty))
                .collect(),
            registers: order
                .iter()
                .copied()
                .chain(others)
                .map(|register| registers.name(register).to_owned())
                .collect(),
            is_allocatable: class.properties.is_allocatable,
            copy_cost: class.properties.copy_cost,
            allocation_priority: class.properties.allocation_priority,
        });
    }
    Ok(list)
}

fn type_text(
    store: &RecordStore,
    types: &ValueTypes,
    modes: &HwModes,
    ty: &TypeByHwMode,
) -> String {
    let name = |ty| types.name(store, ty).unwrap_or("?");
    if let Some(only) = ty.only() {
        return name(only).to_owned();
    }
    let by_mode = ty.choices().iter();
    let by_mode = by_mode.map(|&(mode, ty)| format!("{}:{}", modes.get(mode).name, name(ty)));
    by_mode.collect::<Vec<_>>().join(",")
}
