//! `--gen-register-info`: registers, register classes and related queries for code generation.
//!
//! `model` converts the target's register analyses to tables; `emit` writes the tables.

mod debug;
mod emit;
mod model;
pub(crate) mod sizes;

use tablewright_backend::{
    Backend, BackendOption, Failure, Job, OptionGroup, OptionKind, SideFile,
};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};

use model::{RegisterInfo, RegisterInfoLayout};

const DEBUG: BackendOption = BackendOption {
    name: "register-info-debug",
    kind: OptionKind::Flag { default: false },
    help: "Dump register information to help debugging",
};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-register-info",
    help: "Generate registers and register classes info",
    options: &[OptionGroup { heading: "Options for -gen-register-info", options: &[DEBUG] }],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let info = RegisterInfo::collect(job)?;
    match info.layout {
        RegisterInfoLayout::OneFile => job.write_cpp(|w| emit::emit_all(&info, w))?,
        RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => write_files(job, &info)?,
    }
    if job.options.flag(&DEBUG) {
        let debug_info = debug::DebugInfo::collect(job.store, &info)?;
        let mut dump = String::new();
        debug::emit_dump(&info, &debug_info, &mut dump);
        job.diagnostics.push(Diagnostic::new(Severity::Verbatim, None, dump));
    }
    Ok(())
}

/// Writes the main file, and a file next to it for each part. All names begin with the main file's name without its
/// extension. Part files have the extension `inc`, independent of the main file's extension.
fn write_files(job: &mut Job<'_>, info: &RegisterInfo<'_>) -> Result<(), Failure> {
    let stem = stem(job.outputs.main_path().unwrap_or("-")).to_owned();
    job.write_cpp(|w| emit::emit_includes(&stem, w))?;
    for part in emit::FILES {
        let name = format!("{stem}{}.inc", part.suffix);
        let file = job.outputs.side_file(SideFile::Name(&name))?;
        file.write_cpp(|w| part.emit_file(info, w))?;
    }
    Ok(())
}

/// Returns the name of a file without its directory and its extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
