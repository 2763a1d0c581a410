//! `tablewright/backends` and `tablewright/runBackend`: actions on the evaluated root.

use std::io;

use gen_lsp_types::TextDocumentIdentifier;
use lsp_server::{Request, Response};
use serde::{Deserialize, Serialize};
use tablewright_backend::{Backend, Failure, Job, Options, Outputs, SideFile, SideFiles};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::render::render;

use super::current_root::{DocumentParams, on_current};
use crate::state::ServerState;

/// An action.
#[derive(Serialize)]
struct ListedBackend {
    program: &'static str,
    /// The name without dashes.
    name: &'static str,
    /// The text in `--help`.
    help: &'static str,
}

/// Lists the actions in the release of a file's root.
pub(crate) fn backends(state: &mut ServerState, request: Request) -> Response {
    let programs = state.programs.clone();
    on_current(state, request, |store, _: &DocumentParams| {
        let listed = programs.iter().flat_map(|program| {
            let backends = (program.backends)(store.release()).into_iter();
            backends.map(|backend| ListedBackend {
                program: program.name,
                name: backend.name,
                help: backend.help,
            })
        });
        Ok(listed.collect::<Vec<_>>())
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunParams {
    text_document: TextDocumentIdentifier,
    /// The program, such as `llvm-tblgen`.
    program: String,
    /// The action's name without dashes. It runs with default options.
    action: String,
}

impl AsRef<TextDocumentIdentifier> for RunParams {
    fn as_ref(&self) -> &TextDocumentIdentifier {
        &self.text_document
    }
}

/// An action's result.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunResult {
    /// Whether it succeeded.
    is_ok: bool,
    /// The main output, incomplete if the action failed.
    output: String,
    /// Side files by name.
    side_files: Vec<WrittenFile>,
    /// Errors and warnings in compiler format.
    messages: String,
}

#[derive(Serialize)]
struct WrittenFile {
    name: String,
    #[serde(serialize_with = "as_text")]
    text: Vec<u8>,
}

fn as_text<S: serde::Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&String::from_utf8_lossy(bytes))
}

/// Runs an action on a file's root.
pub(crate) fn run_backend(state: &mut ServerState, request: Request) -> Response {
    let programs = state.programs.clone();
    on_current(state, request, |store, params: &RunParams| {
        let RunParams { program, action, .. } = params;
        let release = store.release();
        let mut programs = programs.iter();
        let named_program = programs.find(|found| found.name == program.as_str());
        let entry = named_program.ok_or_else(|| format!("unknown program '{program}'"))?;
        let mut backends = (entry.backends)(release).into_iter();
        let backend = backends.find(|backend| backend.name == action.as_str());
        let backend = backend
            .ok_or_else(|| format!("{program} lacks an action '{action}' in release {release}"))?;
        Ok(run(store, backend))
    })
}

fn run(store: &RecordStore, backend: &Backend) -> RunResult {
    let (mut out, mut files, mut diagnostics) =
        (Vec::new(), FilesInMemory::default(), Diagnostics::new());
    let options = Options::new();
    let outputs = Outputs::new(&mut out, &mut files);
    let mut job = Job { store, options: &options, outputs, diagnostics: &mut diagnostics };
    match (backend.run)(&mut job) {
        Ok(()) | Err(Failure::Reported) => {}
        Err(Failure::Diagnostic(error)) => _ = diagnostics.push(*error),
        Err(Failure::Io(error)) => {
            _ = diagnostics.push(Diagnostic::error_anywhere(Code::FileAccess, error.to_string()));
        }
    }
    let sources = store.sources();
    let messages = diagnostics.iter().map(|diagnostic| render(sources, diagnostic, false));
    RunResult {
        is_ok: !diagnostics.has_errors(),
        output: String::from_utf8_lossy(&out).into_owned(),
        side_files: files.written,
        messages: messages.collect(),
    }
}

/// Side files in memory.
#[derive(Default)]
struct FilesInMemory {
    written: Vec<WrittenFile>,
}

/// The main output's path. Side file names are derived from it.
const MAIN_PATH: &str = "out.inc";

impl SideFiles for FilesInMemory {
    fn main_path(&self) -> &str {
        MAIN_PATH
    }

    fn open(&mut self, file: SideFile<'_>) -> io::Result<&mut dyn io::Write> {
        let name = file.path(MAIN_PATH);
        let index = match self.written.iter().position(|written| written.name == name) {
            Some(index) => index,
            None => {
                self.written.push(WrittenFile { name, text: Vec::new() });
                self.written.len() - 1
            }
        };
        Ok(&mut self.written[index].text)
    }
}
