//! Machine code as text, and text as machine code.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tablewright::machine::assemble::{AsmRows, AssemblyError};
use tablewright::machine::{DecodedPacket, Machine, MachineOptions};

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
    let assembled = analyse(py, &store.description, move |store, diagnostics| {
        let machine = Machine::new(store, &options, diagnostics)?;
        let rows = AsmRows::new(&machine, diagnostics)?;
        Ok(code(&machine, &rows, &text))
    })?;
    match assembled {
        Ok(bytes) => Ok(PyBytes::new(py, &bytes)),
        Err(message) => Err(PyValueError::new_err(message)),
    }
}

/// Returns the code for some lines, or the messages of all errors.
fn code(machine: &Machine<'_>, rows: &AsmRows, text: &str) -> Result<Vec<u8>, String> {
    let message = |error: &AssemblyError| {
        format!("line {}, column {}: {}", error.line, error.column, error.message)
    };
    let assembly = tablewright::machine::assemble::assemble(machine, rows, text);
    let assembly =
        assembly.map_err(|errors| errors.iter().map(message).collect::<Vec<_>>().join("\n"))?;
    let Some(section) = assembly.sections.into_iter().next() else { return Ok(Vec::new()) };
    match section.relocations.iter().find(|relocation| !relocation.is_filled) {
        Some(open) => Err(format!("the bytes need the address of '{}' from a linker", open.symbol)),
        None => Ok(section.bytes),
    }
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
        let mut rest = &data[..];
        while !rest.is_empty() {
            if let Ok(packet) = machine.decode_packet(rest) {
                add_packet(&machine, &packet, &mut rows);
                rest = &rest[packet.size..];
                continue;
            }
            if machine.has_packets() {
                let (unknown, after) = rest.split_at(rest.len().min(PACKET_WORD));
                rows.push((unknown.len(), None, None));
                rest = after;
                continue;
            }
            let (size, name, text) = match machine.decode(rest) {
                Ok(found) => {
                    let mut text = String::new();
                    machine.print(&found.insn, &mut text);
                    let name = machine.instruction_name(found.insn.instruction);
                    (found.size, Some(name.to_owned()), Some(text))
                }
                Err(not_decoded) => (not_decoded.skip, None, None),
            };
            let size = size.clamp(1, rest.len());
            rows.push((size, name, text));
            rest = &rest[size..];
        }
        Ok(rows)
    })
}

/// Word size in packets, in bytes.
const PACKET_WORD: usize = 4;

/// Adds the rows for a packet's instructions. The second of two instructions in a word has no bytes.
fn add_packet(machine: &Machine<'_>, packet: &DecodedPacket, rows: &mut Vec<DisassembledRow>) {
    let mut offset = None;
    for insn in &packet.insns {
        let mut text = String::new();
        machine.print_in_packet(insn, &mut text);
        let name = machine.instruction_name(insn.insn.instruction).to_owned();
        let size = if offset == Some(insn.offset) { 0 } else { PACKET_WORD };
        rows.push((size, Some(name), Some(text)));
        offset = Some(insn.offset);
    }
}
