//! `tablewright/assemble` and `tablewright/disassemble`: text as machine code, and machine code as
//! text.

use gen_lsp_types::TextDocumentIdentifier;
use lsp_server::{Request, Response};
use serde::{Deserialize, Serialize};
use tablewright_machine::assemble::{AsmRows, AssemblyError, assemble as assemble_text};
use tablewright_machine::byte_text;
use tablewright_machine::report::{AssemblyReport, DisassemblyReport};
use tablewright_machine::{Machine, MachineOptions};

use super::command_results::analyzed;
use super::current_root::on_current;
use crate::state::ServerState;

/// The text or the bytes for a target.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MachineCodeParams {
    text_document: TextDocumentIdentifier,
    /// Assembly, or bytes as `tablewright disassemble` reads them.
    text: String,
    #[serde(default)]
    processor: Option<String>,
    /// Feature changes, such as `+a,-b`.
    #[serde(default)]
    features: Vec<String>,
}

impl AsRef<TextDocumentIdentifier> for MachineCodeParams {
    fn as_ref(&self) -> &TextDocumentIdentifier {
        &self.text_document
    }
}

impl MachineCodeParams {
    fn options(&self) -> MachineOptions {
        MachineOptions {
            processor: self.processor.clone(),
            features: self.features.clone(),
            ..MachineOptions::default()
        }
    }
}

/// Assembled lines, or the errors in the text.
#[derive(Serialize)]
#[serde(untagged)]
enum AssemblyAnswer {
    Assembly(AssemblyReport),
    Errors { errors: Vec<AssemblyError> },
}

pub(crate) fn assemble(state: &mut ServerState, request: Request) -> Response {
    on_current(state, request, |store, params: &MachineCodeParams| {
        analyzed(|diagnostics| {
            let machine = Machine::new(store, &params.options(), diagnostics)?;
            let rows = AsmRows::new(&machine, diagnostics)?;
            Ok(match assemble_text(&machine, &rows, &params.text) {
                Ok(assembly) => AssemblyAnswer::Assembly(AssemblyReport::new(&assembly)),
                Err(errors) => AssemblyAnswer::Errors { errors },
            })
        })
    })
}

pub(crate) fn disassemble(state: &mut ServerState, request: Request) -> Response {
    on_current(state, request, |store, params: &MachineCodeParams| {
        analyzed(|diagnostics| {
            let machine = Machine::new(store, &params.options(), diagnostics)?;
            let lines = match byte_text::parse(&params.text, machine.byte_order()) {
                Ok(lines) => lines,
                Err(invalid) => return Ok(Err(invalid.to_string())),
            };
            let mut report = DisassemblyReport::default();
            for line in &lines {
                report.add(&machine, &line.bytes);
            }
            Ok(Ok(report))
        })?
    })
}
