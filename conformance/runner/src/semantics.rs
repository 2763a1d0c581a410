//! `cargo runner semantics`: compares `--gen-semantics` on descriptions from older releases with the
//! tables in a machine code translator.
//!
//! Descriptions and tables are in `conformance/semantics`, where `compare.py` compares them by
//! instruction. It needs Python and its xz module.

use std::process::{Command, ExitCode};

use clap::ArgMatches;
use xtask_support::{CommandOutcome, workspace};

use crate::paths::{self, BuildProfile};

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let program = paths::candidate(args, BuildProfile::Release)?;
    // The comparison runs it in other directories.
    let program = program.canonicalize().map_err(|e| format!("{}: {e}", program.display()))?;
    let mut compare = Command::new("python3");
    compare.arg(workspace().join("conformance/semantics/compare.py"));
    compare.arg("--tblgen").arg(format!("'{}' llvm-tblgen", program.display()));
    if let Some(only) = args.get_one::<String>("only") {
        compare.args(["--only", only]);
    }
    if args.get_flag("verbose") {
        compare.arg("-v");
    }
    let status = compare.status().map_err(|error| format!("python3: {error}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
