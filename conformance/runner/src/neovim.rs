//! `cargo runner neovim`: Neovim, without a screen, sends each kind of request to the language
//! server (`editors/nvim/drive.lua`), for the example target and for X86. It needs Neovim 0.11 or
//! newer; otherwise nothing runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ArgMatches;
use xtask_support::{CommandOutcome, say, summary, workspace};

use crate::paths::{BuildProfile, candidate};
use crate::reference::ReferenceRelease;
use crate::run::ScratchDir;

/// Time limit for an answer, in milliseconds.
const PATIENCE: &str = "120000";

/// A file in a target, and a name in it that follows a `def`.
struct NeovimSession {
    file: PathBuf,
    word: &'static str,
    /// A database of main files, if the file's folder does not determine the main file.
    database: Option<PathBuf>,
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let Some(neovim) = neovim() else {
        say!("left out: there is no Neovim 0.11 or newer (as nvim, or as NVIM names it)");
        return Ok(summary(0, 0));
    };
    let scratch = ScratchDir::new("tablewright-neovim")?;
    let mut sessions = vec![toy(scratch.path())?];
    if let Some(release) = ReferenceRelease::chosen(args)? {
        let file = release.corpus.join("llvm/lib/Target/X86/X86InstrSystem.td");
        sessions.push(NeovimSession { file, word: "RDTSC", database: None });
    }
    let program = candidate(args, BuildProfile::Release)?;
    let (mut passed, mut failed) = (0, 0);
    for session in &sessions {
        say!("== {}", session.file.display());
        if drive(&neovim, &program, session)? {
            passed += 1;
        } else {
            failed += 1;
        }
    }
    Ok(summary(passed, failed))
}

/// Returns the program, if it is new enough.
fn neovim() -> Option<PathBuf> {
    let program = std::env::var_os("NVIM").map_or_else(|| "nvim".into(), PathBuf::from);
    let output = Command::new(&program).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text.lines().next()?.strip_prefix("NVIM v")?;
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    let version = (numbers.next()?, numbers.next()?);
    (version >= (0, 11)).then_some(program)
}

/// Returns the example target, whose include directories differ from an LLVM source tree's.
fn toy(scratch: &Path) -> Result<NeovimSession, String> {
    let toy = workspace().join("examples/toy-target");
    let database = scratch.join("tablegen_compile_commands.yml");
    let entry = format!(
        "--- !FileInfo:\n  filepath: \"{0}/Toy.td\"\n  includes: \"{0};{0}/prelude\"\n",
        toy.display()
    );
    fs::write(&database, entry).map_err(|e| format!("{}: {e}", database.display()))?;
    Ok(NeovimSession { file: toy.join("ToyInstrInfo.td"), word: "SUB", database: Some(database) })
}

/// Returns whether all requests in a session were answered.
fn drive(neovim: &Path, program: &Path, session: &NeovimSession) -> Result<bool, String> {
    let mut command = Command::new(neovim);
    command
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-l"])
        .arg(workspace().join("editors/nvim/drive.lua"))
        .arg(&session.file)
        .args([session.word, PATIENCE])
        .env("TABLEWRIGHT", program)
        .stdin(Stdio::null());
    if let Some(database) = &session.database {
        command.env("TABLEWRIGHT_DATABASE", database);
    }
    let status = command.status().map_err(|e| format!("{}: {e}", neovim.display()))?;
    Ok(status.success())
}
