//! The LLVM releases that outputs are compared with: their descriptions, their programs and their
//! job lists.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Arg, ArgMatches};
use xtask_support::ratchet::Ratchet;
use xtask_support::say;

use crate::jobs::{self, GoldenJob, ReferenceTool};
use crate::paths;

/// The release whose lists are in `conformance/` itself.
const MAIN: &str = "19.1.7";

/// Prefixes of directory names with the jobs for a single program; the release follows.
const OWN_LISTS: [(ReferenceTool, &str); 4] = [
    (ReferenceTool::Mlir, "mlir-"),
    (ReferenceTool::Lldb, "lldb-"),
    (ReferenceTool::Offload, "offload-"),
    (ReferenceTool::Irdl, "irdl-"),
];

/// The variable that selects our program's release.
const RELEASE_VARIABLE: &str = "TABLEWRIGHT_RELEASE";

/// An LLVM release that outputs are compared with.
#[derive(Clone)]
pub(crate) struct ReferenceRelease {
    version: String,
    /// Directory of its job lists and test lists within `conformance/`; empty for the main release.
    lists: String,
    /// The source tree with its descriptions and tests.
    pub(crate) corpus: PathBuf,
    /// Whether our program has to detect a description's release.
    is_detected: bool,
}

impl ReferenceRelease {
    /// Returns the option that selects a release.
    pub(crate) fn option() -> Arg {
        Arg::new("release").long("release").value_name("VERSION").default_value(MAIN).help(
            "The release to compare with; conformance/ has a directory for each beside 19.1.7",
        )
    }

    /// Returns the release for commands without the option.
    pub(crate) fn main() -> Result<ReferenceRelease, String> {
        let corpus = paths::corpus()?;
        let lists = String::new();
        Ok(ReferenceRelease { version: MAIN.into(), lists, corpus, is_detected: false })
    }

    /// Returns the release selected with [`Self::option`]. `None`, with a message, if its
    /// descriptions are not on this machine.
    pub(crate) fn chosen(args: &ArgMatches) -> Result<Option<ReferenceRelease>, String> {
        let lists = args.get_one::<String>("release").expect("it has a default");
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

    /// Returns all releases with lists for `llvm-tblgen`, the main release first. Their programs may
    /// be missing on this machine.
    pub(crate) fn all() -> Result<Vec<ReferenceRelease>, String> {
        let main = ReferenceRelease::main()?;
        let directory = jobs::directory();
        let problem = |e: std::io::Error| format!("{}: {e}", directory.display());
        let mut versions = Vec::new();
        for entry in fs::read_dir(&directory).map_err(problem)? {
            let name = entry.map_err(problem)?.file_name().to_string_lossy().into_owned();
            if name.starts_with(|c: char| c.is_ascii_digit()) {
                versions.push(name);
            }
        }
        versions.sort();
        let others = versions.into_iter().map(|version| ReferenceRelease {
            corpus: main.corpus.with_file_name(format!("llvm-{version}")),
            lists: version.clone(),
            version,
            is_detected: false,
        });
        Ok(std::iter::once(main.clone()).chain(others).collect())
    }

    /// Returns the version number: `19.1.7`.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Sets whether our program has to detect the release.
    pub(crate) fn detected(self, is_detected: bool) -> ReferenceRelease {
        ReferenceRelease { is_detected, ..self }
    }

    /// Returns the directory with its lists.
    fn lists(&self) -> PathBuf {
        jobs::directory().join(&self.lists)
    }

    /// Returns the program of its lists. `None` if they are for `llvm-tblgen` and `clang-tblgen`.
    pub(crate) fn own_tool(&self) -> Option<ReferenceTool> {
        let own = OWN_LISTS.iter().find(|(_, prefix)| self.lists.starts_with(prefix));
        own.map(|&(tool, _)| tool)
    }

    /// Returns whether its lists belong to `mlir-tblgen`.
    pub(crate) fn is_mlir(&self) -> bool {
        self.own_tool() == Some(ReferenceTool::Mlir)
    }

    /// Returns its jobs with their expected results, in manifest order.
    pub(crate) fn jobs(&self) -> Result<Vec<GoldenJob>, String> {
        jobs::read(&self.lists())
    }

    /// Returns the jobs in a directory of `conformance/`, whichever release is selected.
    pub(crate) fn jobs_of(lists: &str) -> Result<Vec<GoldenJob>, String> {
        jobs::read(&jobs::directory().join(lists))
    }

    /// Returns the jobs that once passed.
    pub(crate) fn passing_jobs(&self) -> Ratchet {
        Ratchet::new(self.lists().join("passing.txt"))
    }

    /// Returns whether all language tests pass, so that they need not be listed.
    pub(crate) fn holds_all_tests_of_the_language(&self) -> bool {
        self.version == MAIN
    }

    /// Returns the tests that once passed. Language tests are listed only if some fail.
    pub(crate) fn passing_tests(&self) -> Ratchet {
        Ratchet::new(self.lists().join("passing-tests.txt"))
    }

    /// Returns a program of the release, if it is installed. `$TABLEWRIGHT_REFERENCE` replaces
    /// Debian's directory for the main release; other releases' programs are beside their
    /// descriptions.
    pub(crate) fn program(&self, name: &str) -> Option<PathBuf> {
        let directory = if self.version == MAIN {
            env::var_os("TABLEWRIGHT_REFERENCE")
                .map_or_else(|| PathBuf::from("/usr/lib/llvm-19/bin"), PathBuf::from)
        } else {
            self.corpus.with_file_name(format!("reference-{}", self.version))
        };
        Some(directory.join(name)).filter(|program| program.is_file())
    }

    /// Returns the release's program for jobs of `tool`.
    ///
    /// # Errors
    /// If it is not installed.
    pub(crate) fn command(&self, tool: ReferenceTool) -> Result<Command, String> {
        let name = tool.program();
        let program = self.program(name);
        program
            .map(Command::new)
            .ok_or_else(|| format!("{name} of LLVM {} is not installed", self.version))
    }

    /// Returns our program in the mode of `tool`, with the release selected.
    pub(crate) fn candidate(&self, program: &Path, tool: ReferenceTool) -> Command {
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

    /// Returns the variable that selects our program's release, for commands that run it
    /// themselves.
    pub(crate) fn variables(&self) -> Option<(&'static str, &str)> {
        (!self.is_detected).then_some((RELEASE_VARIABLE, self.version.as_str()))
    }
}
