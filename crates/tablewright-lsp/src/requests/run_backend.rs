//! `tablewright/backends` and `tablewright/runBackend`: actions of backends over the evaluated root.

use std::io;

use gen_lsp_types::TextDocumentIdentifier;
use lsp_server::{Request, Response};
use serde::{Deserialize, Serialize};
use tablewright::RecordStore;
use tablewright::backend::{Backend, Failure, Job, Options, Outputs, SideFile, SideFiles};
use tablewright::syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright::syntax::render::render;

use super::current_root::{DocumentParams, on_current};
use crate::state::State;

/// An action.
#[derive(Serialize)]
struct ListedBackend {
    program: &'static str,
    /// Its name without dashes.
    name: &'static str,
    /// What `--help` says of it.
    help: &'static str,
}

/// Lists the actions in the release of the root of a file.
pub(crate) fn backends(state: &mut State, request: Request) -> Response {
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
    /// The name of the action without dashes. Its options are not set.
    action: String,
}

impl AsRef<TextDocumentIdentifier> for RunParams {
    fn as_ref(&self) -> &TextDocumentIdentifier {
        &self.text_document
    }
}

/// What came of an action.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunResult {
    /// Whether it succeeded.
    is_ok: bool,
    /// The main output; of an action that failed, what it wrote before.
    output: String,
    /// The files beside the main output, by name.
    side_files: Vec<WrittenFile>,
    /// Errors and warnings as a compiler prints them.
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

/// Runs an action over the root of a file.
pub(crate) fn run_backend(state: &mut State, request: Request) -> Response {
    let programs = state.programs.clone();
    on_current(state, request, |store, params: &RunParams| {
        let RunParams { program, action, .. } = params;
        let release = store.release();
        let mut programs = programs.iter();
        let found = programs.find(|found| found.name == program.as_str());
        let found = found.ok_or_else(|| format!("there is no program '{program}'"))?;
        let mut backends = (found.backends)(release).into_iter();
        let backend = backends.find(|backend| backend.name == action.as_str());
        let backend = backend
            .ok_or_else(|| format!("{program} has no action '{action}' in release {release}"))?;
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

/// Side files, which are not written to disk.
#[derive(Default)]
struct FilesInMemory {
    written: Vec<WrittenFile>,
}

/// The path of the main output, from which the names of side files follow.
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
