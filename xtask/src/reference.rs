//! The releases of LLVM that outputs are compared with: where their descriptions, their programs and the lists
//! of their jobs are.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Arg, ArgMatches};

use crate::jobs::{self, Golden, Job, Tool};
use crate::output::say;
use crate::paths;
use crate::ratchet::Ratchet;

/// The release whose lists are in `conformance/` itself.
const MAIN: &str = "19.1.7";

/// What the names of directories with the jobs of one program begin with: the word stands before the release.
const OWN_LISTS: [(Tool, &str); 4] = [
    (Tool::Mlir, "mlir-"),
    (Tool::Lldb, "lldb-"),
    (Tool::Offload, "offload-"),
    (Tool::Irdl, "irdl-"),
];

/// The variable by which our program is told which release is meant.
const RELEASE_VARIABLE: &str = "TABLEWRIGHT_RELEASE";

/// A release of LLVM that outputs are compared with.
#[derive(Clone)]
pub(crate) struct ReferenceRelease {
    version: String,
    /// The directory of its lists of jobs and tests within `conformance/`; empty for the main release.
    lists: String,
    /// The source tree with its descriptions and tests.
    pub(crate) corpus: PathBuf,
    /// Whether our program is left to find out which release a description belongs to.
    is_detected: bool,
}

impl ReferenceRelease {
    /// The option that chooses a release.
    pub(crate) fn option() -> Arg {
        Arg::new("release").long("release").value_name("VERSION").default_value(MAIN).help(
            "The release to compare with; conformance/ has a directory for each beside 19.1.7",
        )
    }

    /// The release that is compared with where none can be chosen.
    pub(crate) fn main() -> Result<ReferenceRelease, String> {
        let corpus = paths::corpus()?;
        let lists = String::new();
        Ok(ReferenceRelease { version: MAIN.into(), lists, corpus, is_detected: false })
    }

    /// The release that was chosen with [`Self::option`]; `None`, which is said, where its descriptions are
    /// not on this machine.
    pub(crate) fn chosen(given: &ArgMatches) -> Result<Option<ReferenceRelease>, String> {
        let lists = given.get_one::<String>("release").expect("it has a default");
        let version = OWN_LISTS.iter().find_map(|(_, prefix)| lists.strip_prefix(prefix));
        let version = version.unwrap_or(lists);
        if lists == MAIN {
            return ReferenceRelease::main().map(Some);
        }
        if !jobs::directory().join(lists).is_dir() {
            return Err(format!("--release: conformance/{lists} does not exist"));
        }
        let corpus = paths::corpus()?.with_file_name(format!("llvm-{version}"));
        if !corpus.join("llvm/include").is_dir() {
            say!("LEFT OUT: the descriptions of LLVM {version} are not at {}", corpus.display());
            return Ok(None);
        }
        let (version, lists) = (version.to_owned(), lists.clone());
        Ok(Some(ReferenceRelease { version, lists, corpus, is_detected: false }))
    }

    /// Its number: `19.1.7`.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// The same, but our program is not told the release.
    pub(crate) fn detected(self, is_detected: bool) -> ReferenceRelease {
        ReferenceRelease { is_detected, ..self }
    }

    /// The directory of its lists.
    fn lists(&self) -> PathBuf {
        jobs::directory().join(&self.lists)
    }

    /// The program that its lists are about, if they are about one beside `llvm-tblgen` and `clang-tblgen`.
    pub(crate) fn own_tool(&self) -> Option<Tool> {
        let own = OWN_LISTS.iter().find(|(_, prefix)| self.lists.starts_with(prefix));
        own.map(|&(tool, _)| tool)
    }

    /// Whether its lists are those of `mlir-tblgen`.
    pub(crate) fn is_mlir(&self) -> bool {
        self.own_tool() == Some(Tool::Mlir)
    }

    /// Its jobs with what is expected of them, in the order of the manifest.
    pub(crate) fn jobs(&self) -> Result<Vec<(Job, Golden)>, String> {
        jobs::read(&self.lists())
    }

    /// The same of the lists in a directory of `conformance/`, whichever release is chosen.
    pub(crate) fn jobs_of(lists: &str) -> Result<Vec<(Job, Golden)>, String> {
        jobs::read(&jobs::directory().join(lists))
    }

    /// The jobs that once passed.
    pub(crate) fn passing_jobs(&self) -> Ratchet {
        Ratchet::new(self.lists().join("passing.txt"))
    }

    /// Whether all tests of the language hold, so that they need not be listed.
    pub(crate) fn holds_all_tests_of_the_language(&self) -> bool {
        self.version == MAIN
    }

    /// The tests that once passed; those of the language only where not all hold.
    pub(crate) fn passing_tests(&self) -> Ratchet {
        Ratchet::new(self.lists().join("passing-tests.txt"))
    }

    /// A program of the release, where it is installed. `$TABLEWRIGHT_REFERENCE` names another directory
    /// than Debian's for the main release; those of the others lie beside their descriptions.
    pub(crate) fn program(&self, name: &str) -> Option<PathBuf> {
        let directory = if self.version == MAIN {
            env::var_os("TABLEWRIGHT_REFERENCE")
                .map_or_else(|| PathBuf::from("/usr/lib/llvm-19/bin"), PathBuf::from)
        } else {
            self.corpus.with_file_name(format!("reference-{}", self.version))
        };
        Some(directory.join(name)).filter(|program| program.is_file())
    }

    /// The release's program for jobs of `tool`.
    ///
    /// # Errors
    /// Where it is not installed.
    pub(crate) fn command(&self, tool: Tool) -> Result<Command, String> {
        let name = tool.program();
        let program = self.program(name);
        program
            .map(Command::new)
            .ok_or_else(|| format!("{name} of LLVM {} is not installed", self.version))
    }

    /// Our program in the mode of `tool`, told the release.
    pub(crate) fn candidate(&self, program: &Path, tool: Tool) -> Command {
        let mut command = Command::new(program);
        command.arg(tool.program());
        self.tell(&mut command);
        command
    }

    /// Tells our program the release, or lets it find the release out.
    pub(crate) fn tell(&self, command: &mut Command) {
        command.env_remove(RELEASE_VARIABLE);
        command.envs(self.variables());
    }

    /// What tells our program the release, for commands that run it themselves.
    pub(crate) fn variables(&self) -> Option<(&'static str, &str)> {
        (!self.is_detected).then_some((RELEASE_VARIABLE, self.version.as_str()))
    }
}
