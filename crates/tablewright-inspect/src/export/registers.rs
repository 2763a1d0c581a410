//! Registers and register classes.

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::registers::{
    ComposedIndices, DwarfNumbers, RegisterClasses, RegisterId, Registers,
};
use tablewright_target::value_types::{TypeByHwMode, ValueTypes};

use crate::Location;

/// A register.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Register {
    /// Its name.
    pub name: String,
    /// Its number in the target's enumeration.
    pub number: u32,
    /// The namespace of its enumerator.
    pub namespace: String,
    /// Where it is defined; of a register of `RegisterTuples`, where these are.
    pub location: Location,
    /// Its name in assembly.
    pub assembly_name: String,
    /// Other names of it in assembly.
    pub other_names: Vec<String>,
    /// Its number in encodings.
    pub encoding: u64,
    /// Its DWARF numbers, one for each flavour of numbers that the target has; -1 for none.
    pub dwarf_numbers: Vec<i32>,
    /// Its direct sub-registers.
    pub sub_registers: Vec<SubRegister>,
    /// Registers that it overlaps with besides.
    pub aliases: Vec<String>,
    /// Whether it always has the same value.
    pub is_constant: bool,
    /// Whether it is no register of the hardware, but a part that has no name of its own.
    pub is_artificial: bool,
}

/// A part of a register.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SubRegister {
    /// The name of the sub-register index.
    pub index: String,
    /// The name of the register.
    pub register: String,
}

/// A register class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RegisterClass {
    /// Its name.
    pub name: String,
    /// Its number in the target's enumeration.
    pub number: u32,
    /// The namespace of its enumerator.
    pub namespace: String,
    /// Where it is defined; `None` for a class that was inferred.
    pub location: Option<Location>,
    /// The bits of a register, in the default mode.
    pub bits: u32,
    /// The bits and the alignment in bits of a slot on the stack, in the default mode.
    pub spill_bits: u32,
    /// See `spill_bits`.
    pub spill_alignment: u32,
    /// The types of the values that it holds; `mode:type` where a type depends on the hardware mode.
    pub types: Vec<String>,
    /// Its registers, in the order in which they are allocated, those that are not allocated last.
    pub registers: Vec<String>,
    /// Whether its registers are allocated.
    pub is_allocatable: bool,
    /// What it costs to copy a register; negative for what cannot be copied.
    pub copy_cost: i32,
    /// The priority of its registers in allocation.
    pub allocation_priority: u8,
}

/// The registers of a target.
///
/// # Errors
/// Those of the analyses.
pub fn registers(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Register>, AnalysisError> {
    let registers: &Registers = store.analysis(diagnostics)?;
    let composed: &ComposedIndices = store.analysis(diagnostics)?;
    let dwarf: &DwarfNumbers = store.analysis(diagnostics)?;
    let mut list = Vec::with_capacity(registers.len());
    for (id, register) in registers.iter() {
        let described = store.record(register.record.unwrap_or(register.described_by));
        let name = |id: RegisterId| registers.name(id).to_owned();
        let sub_registers = register.sub_regs.iter().map(|&(index, sub)| SubRegister {
            index: composed.indices.name(index).to_owned(),
            register: name(sub),
        });
        list.push(Register {
            name: name(id),
            number: id.number(),
            namespace: store.str(register.namespace).to_owned(),
            location: Location::of(store.sources(), described.pos()),
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
                    let found = flavour.iter().find(|(register, _)| *register == id);
                    found.map_or(-1, |&(_, number)| number)
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

/// The register classes of a target, the inferred ones included.
///
/// # Errors
/// Those of the analyses.
pub fn register_classes(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<RegisterClass>, AnalysisError> {
    let registers: &Registers = store.analysis(diagnostics)?;
    let classes: &RegisterClasses = store.analysis(diagnostics)?;
    let types: &ValueTypes = store.analysis(diagnostics)?;
    let modes: &HwModes = store.analysis(diagnostics)?;
    let list = classes.iter().enumerate().map(|(number, (_, class))| {
        let size = class.sizes.default();
        let order = class.allocation_order();
        let others = class.members.iter().filter(|member| !order.contains(member));
        RegisterClass {
            name: class.name.to_string(),
            number: number as u32,
            namespace: store.str(class.properties.namespace).to_owned(),
            location: class
                .record
                .map(|record| Location::of(store.sources(), store.record(record).pos())),
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
        }
    });
    Ok(list.collect())
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
