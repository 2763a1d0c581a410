//! `tablewright lsp`: the language server, over standard input and output.

mod documents;

use std::process::ExitCode;

use clap::{Arg, ArgAction, Command};
use tablewright::backends::{
    clang_backends, lldb_backends, llvm_backends_of, mlir_backends, offload_backends, releases_with,
};
use tablewright_backend::Backend;
use tablewright_inspect::lint::{Lint, LintGroup};
use tablewright_lsp::{ProjectRules, ServerOptions, ServerProgram, serve_stdio};
use tablewright_records::Release;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::format::LayoutOptions;

use crate::limits;
use crate::lint;
use crate::messages::{Format, Style};
use crate::settings_file::SettingsFile;
use crate::terminal::eprint;

pub(crate) const NAME: &str = "lsp";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Run the language server for an editor")
        .arg(
            Arg::new("stdio")
                .long("stdio")
                .action(ArgAction::SetTrue)
                .help("Accepted for editors; standard input and output are always used"),
        )
        .after_help(
            "An editor starts this command and sends settings in `initializationOptions`.\n\
             \n\
             Example, in a configuration for Helix:\n\
             \x20   language-server.tablewright = { command = \"tablewright\", args = [\"lsp\"] }",
        )
}

pub(crate) fn main(called_as: &str) -> ExitCode {
    let rules = ProjectRules {
        lints: lints(),
        levels: |main| lint::levels_of_file(&lints(), main),
        layout,
        documents: documents::all(),
    };
    let session = limits::session().warn_unused_template_args(false);
    match serve_stdio(ServerOptions { rules, programs: PROGRAMS.to_vec(), session }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let text = format!("{called_as}: {error}\n");
            eprint(Style::new(Format::Compatible, None).error(Code::RunFailed, called_as, &text));
            ExitCode::FAILURE
        }
    }
}

/// Returns the layout options for a file, from the settings file beside it or above it.
fn layout(file: &str) -> Result<LayoutOptions, String> {
    let settings = SettingsFile::for_input(Some(file)).map_err(|error| error.message)?;
    Ok(settings.unwrap_or_default().fmt.options())
}

/// Programs whose actions a client can run.
const PROGRAMS: [ServerProgram; 5] = [
    ServerProgram { name: "llvm-tblgen", backends: |release| llvm_backends_of(Some(release)) },
    ServerProgram {
        name: "clang-tblgen",
        backends: |release| for_release(clang_backends(), release),
    },
    ServerProgram {
        name: "mlir-tblgen",
        backends: |release| for_release(mlir_backends(), release),
    },
    ServerProgram {
        name: "lldb-tblgen",
        backends: |release| for_release(lldb_backends(), release),
    },
    ServerProgram {
        name: "offload-tblgen",
        backends: |release| for_release(offload_backends(), release),
    },
];

fn for_release(backends: &[&'static Backend], release: Release) -> Vec<&'static Backend> {
    let backends = backends.iter().copied();
    backends.filter(|backend| releases_with(backend.name).contains(release)).collect()
}

/// Returns all lints except the lints about fields that actions read, since they run every action.
fn lints() -> Vec<&'static Lint> {
    let lints = lint::lints().into_iter();
    lints.filter(|lint| lint.group != LintGroup::Reads).collect()
}
