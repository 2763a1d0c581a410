//! Machine code as text, and text as machine code.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tablewright::machine::assemble::elf::object_file;
use tablewright::machine::assemble::{AsmRows, Assembly, AssemblyError};
use tablewright::machine::{DecodedPacket, DecodedUnit, Machine, MachineOptions};

use crate::description::Store;
use crate::target::analyse;

/// An instruction: its size in bytes, its name and its text. The last two are `None` if the bytes are not an
/// instruction.
type DisassembledRow = (usize, Option<String>, Option<String>);

/// Assembles lines; returns the bytes of the section `.text`.
#[pyfunction]
pub(crate) fn assemble<'py>(
    py: Python<'py>,
    store: &Store,
    text: String,
    processor: Option<String>,
    features: Vec<String>,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = MachineOptions { processor, features, ..MachineOptions::default() };
    with_assembly(py, store, text, options, |_, assembly| {
        let Some(section) = assembly.sections.into_iter().next() else { return Ok(Vec::new()) };
        match section.relocations.iter().find(|relocation| !relocation.is_filled) {
            Some(open) => {
                Err(format!("the bytes need the address of '{}' from a linker", open.symbol))
            }
            None => Ok(section.bytes),
        }
    })
}

/// Assembles lines; returns an ELF object file.
#[pyfunction]
pub(crate) fn assemble_object<'py>(
    py: Python<'py>,
    store: &Store,
    text: String,
    processor: Option<String>,
    features: Vec<String>,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = MachineOptions { processor, features, ..MachineOptions::default() };
    with_assembly(py, store, text, options, |machine, assembly| object_file(machine, &assembly))
}

/// Assembles lines on another thread, and converts the result to bytes. All error messages are a
/// `ValueError`.
fn with_assembly<'py>(
    py: Python<'py>,
    store: &Store,
    text: String,
    options: MachineOptions,
    bytes: impl FnOnce(&Machine<'_>, Assembly) -> Result<Vec<u8>, String> + Send + 'static,
) -> PyResult<Bound<'py, PyBytes>> {
    let assembled = analyse(py, &store.description, move |store, diagnostics| {
        let machine = Machine::new(store, &options, diagnostics)?;
        let rows = AsmRows::new(&machine, diagnostics)?;
        let assembly = tablewright::machine::assemble::assemble(&machine, &rows, &text);
        let messages =
            |errors: Vec<AssemblyError>| errors.iter().map(message).collect::<Vec<_>>().join("\n");
        Ok(assembly.map_err(messages).and_then(|assembly| bytes(&machine, assembly)))
    })?;
    assembled.map(|bytes| PyBytes::new(py, &bytes)).map_err(PyValueError::new_err)
}

fn message(error: &AssemblyError) -> String {
    format!("line {}, column {}: {}", error.line, error.column, error.message)
}

/// Disassembles all bytes.
#[pyfunction]
pub(crate) fn disassemble(
    py: Python<'_>,
    store: &Store,
    data: Vec<u8>,
    processor: Option<String>,
    features: Vec<String>,
    no_aliases: bool,
) -> PyResult<Vec<DisassembledRow>> {
    let options = MachineOptions { processor, features, no_aliases, ..MachineOptions::default() };
    analyse(py, &store.description, move |store, diagnostics| {
        let machine = Machine::new(store, &options, diagnostics)?;
        let mut rows = Vec::new();
        for (bytes, decoded) in machine.decode_all(&data) {
            match decoded {
                DecodedUnit::Unknown => rows.push((bytes.len(), None, None)),
                DecodedUnit::Packet(packet) => add_packet(&machine, &packet, bytes, &mut rows),
                DecodedUnit::Word(word) => {
                    let mut text = String::new();
                    machine.print(&word.insn, &mut text);
                    let name = machine.instruction_name(word.insn.instruction);
                    rows.push((bytes.len(), Some(name.to_owned()), Some(text)));
                }
            }
        }
        Ok(rows)
    })
}

/// Adds the rows for a packet's instructions. The second of two instructions in a word has no bytes.
fn add_packet(
    machine: &Machine<'_>,
    packet: &DecodedPacket,
    bytes: &[u8],
    rows: &mut Vec<DisassembledRow>,
) {
    let mut offset = None;
    for insn in &packet.insns {
        let mut text = String::new();
        machine.print_in_packet(insn, &mut text);
        let name = machine.instruction_name(insn.insn.instruction).to_owned();
        let size = if offset == Some(insn.offset) { 0 } else { insn.word(bytes).len() };
        rows.push((size, Some(name), Some(text)));
        offset = Some(insn.offset);
    }
}
