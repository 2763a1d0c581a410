//! `cargo runner mlir`: replaces MLIR's own C++ by generated C++.
//!
//! It runs all jobs in an MLIR build whose outputs MLIR's headers include. Then the dialects in
//! `tests/mlir` are compiled with these headers, linked with MLIR's library, and run: the program
//! builds a module, prints it, and reads it again. Steps that need a program, headers or a library
//! that is not installed are skipped with a message.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::ArgMatches;
use xtask_support::programs::stdout_of;
use xtask_support::{CommandOutcome, say, summary, workspace};

use crate::arguments::job_count;
use crate::jobs::ReferenceJob;
use crate::paths::{self, BuildProfile};
use crate::reference::ReferenceRelease;
use crate::run::{self, Ended, ScratchDir};

/// The release that has headers and a library.
pub(crate) const RELEASE: &str = "mlir-23.1";

/// The main release's compiler.
const COMPILER: &str = "clang++";

/// Time limit for a job.
const LIMIT: Duration = Duration::from_secs(120);

/// Paths of Debian's packages, below the directory into which they are unpacked.
struct Installation {
    /// Headers for MLIR, LLVM, and LLVM's C functions.
    includes: [PathBuf; 3],
    /// Shared libraries: MLIR's and LLVM's.
    libraries: [PathBuf; 2],
    /// The loader that belongs to the C library that these need.
    loader: PathBuf,
    /// The loader's search directories.
    search_path: [PathBuf; 2],
}

impl Installation {
    /// Returns all paths.
    fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.includes.iter().chain(&self.libraries).chain([&self.loader])
    }

    /// # Errors
    /// The path that is not installed.
    fn find(release: &ReferenceRelease) -> Result<Installation, PathBuf> {
        let version = release.version();
        let major = version.split('.').next().unwrap_or(version);
        let root = release.corpus.with_file_name(format!("reference-{version}/files/usr"));
        let own = root.join(format!("lib/llvm-{major}"));
        let system = root.join("lib/x86_64-linux-gnu");
        let candidate = Installation {
            includes: [
                own.join("include"),
                root.join(format!("include/llvm-{major}")),
                root.join(format!("include/llvm-c-{major}")),
            ],
            libraries: [
                own.join(format!("lib/libMLIR.so.{version}")),
                system.join(format!("libLLVM.so.{version}")),
            ],
            loader: root.join("lib64/ld-linux-x86-64.so.2"),
            search_path: [system, own.join("lib")],
        };
        if let Some(missing) = candidate.paths().find(|path| !path.exists()) {
            return Err(missing.clone());
        }
        Ok(candidate)
    }
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    if !release.is_mlir() {
        return Err("--release: its jobs are not those of mlir-tblgen".to_owned());
    }
    let installation = match Installation::find(&release) {
        Ok(complete) => complete,
        Err(missing) => {
            say!("NO DIALECT IS COMPILED: {} does not exist", missing.display());
            return Ok(summary(0, 0));
        }
    };
    let Some(compiler) = ReferenceRelease::main()?.program(COMPILER) else {
        say!("NO DIALECT IS COMPILED: {COMPILER} of LLVM 19 is not installed");
        return Ok(summary(0, 0));
    };
    let program = paths::candidate(args, BuildProfile::Release)?;
    let scratch = ScratchDir::new("tablewright-mlir")?;
    let generated = scratch.path().join("generated");
    let headers = &installation.includes[0];
    let count = generate(&program, &release, headers, &generated, job_count(args))?;
    say!("{count} generated files take the place of MLIR's");

    let directory = workspace().join("tests/mlir");
    let build = Build { compiler, installation, scratch: scratch.path(), generated };
    let mut report = MlirReport { passed: 0, failed: 0, is_verbose: args.get_flag("verbose") };
    let sources = sources(&directory)?;
    let results = run::in_parallel(&sources, job_count(args), |source| build.compile(source));
    for (source, result) in sources.iter().zip(results) {
        report.add(&format!("{} compiles", source.display()), result);
    }
    if report.failed == 0 {
        let expected = directory.join("module.mlir");
        let expected = fs::read(&expected).map_err(|e| format!("{}: {e}", expected.display()))?;
        let result = build.link_and_run(&sources).and_then(|printed| {
            if printed == expected {
                Ok(printed)
            } else {
                Err(format!("it printed\n{}", String::from_utf8_lossy(&printed)))
            }
        });
        report.add("the dialects are linked, and module.cpp prints module.mlir", result);
    }
    Ok(summary(report.passed, report.failed))
}

/// Counts of passed and failed steps.
struct MlirReport {
    passed: usize,
    failed: usize,
    is_verbose: bool,
}

impl MlirReport {
    fn add(&mut self, name: &str, result: Result<Vec<u8>, String>) {
        match result {
            Ok(_) => {
                say!("PASS {name}");
                self.passed += 1;
            }
            Err(why) => {
                say!("FAIL {name}");
                let line_limit = if self.is_verbose { usize::MAX } else { 20 };
                why.lines().take(line_limit).for_each(|line| say!("    {line}"));
                self.failed += 1;
            }
        }
    }
}

/// A build of the dialects.
struct Build<'a> {
    compiler: PathBuf,
    installation: Installation,
    scratch: &'a Path,
    /// The directory with generated files.
    generated: PathBuf,
}

impl Build<'_> {
    fn object(&self, source: &Path) -> PathBuf {
        let name = source.file_name().expect("a source is a file");
        self.scratch.join(name).with_extension("o")
    }

    fn compile(&self, source: &Path) -> Result<Vec<u8>, String> {
        let mut command = Command::new(&self.compiler);
        command.args(["-std=c++17", "-w"]);
        for include in [&self.generated].into_iter().chain(&self.installation.includes) {
            command.arg("-I").arg(include);
        }
        command.arg("-c").arg(source).arg("-o").arg(self.object(source));
        stdout_of(&mut command)
    }

    fn link_and_run(&self, sources: &[PathBuf]) -> Result<Vec<u8>, String> {
        let program = self.scratch.join("module");
        let mut link = Command::new(&self.compiler);
        link.args(sources.iter().map(|source| self.object(source)));
        // The libraries need a newer C library than the compiler's; their loader has it.
        link.args(&self.installation.libraries).arg("-Wl,--allow-shlib-undefined");
        link.arg("-o").arg(&program);
        stdout_of(&mut link)?;
        let search_path = std::env::join_paths(&self.installation.search_path);
        let mut module = Command::new(&self.installation.loader);
        module.arg("--library-path").arg(search_path.map_err(|e| e.to_string())?).arg(&program);
        stdout_of(&mut module)
    }
}

/// Runs the jobs whose outputs are MLIR headers. A job's id is its output path. Returns the number
/// of jobs.
fn generate(
    program: &Path,
    release: &ReferenceRelease,
    headers: &Path,
    outputs: &Path,
    threads: usize,
) -> Result<usize, String> {
    let jobs = release.jobs()?.into_iter().map(|listed| listed.job);
    let jobs: Vec<ReferenceJob> = jobs.filter(|job| headers.join(&job.id).is_file()).collect();
    let results = run::in_parallel(&jobs, threads, |job| {
        let path = outputs.join(&job.id);
        let parent = path.parent().expect("an output has a directory");
        fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        let mut command = release.candidate(program, job.tool);
        job.arguments(&mut command, &release.corpus, &path);
        match run::run(&mut command, &path.with_extension("stderr"), LIMIT)? {
            Ended::Exit(status, _) if status.success() => Ok(()),
            Ended::Exit(_, said) => Err(format!("{}: {said}", job.id)),
            Ended::Timeout => Err(format!("{}: it takes too long", job.id)),
        }
    });
    results.into_iter().collect::<Result<Vec<()>, String>>().map(|all| all.len())
}

/// Returns the C++ files in a directory, by name.
fn sources(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let problem = |e: std::io::Error| format!("{}: {e}", directory.display());
    let entries = fs::read_dir(directory).map_err(problem)?.collect::<Result<Vec<_>, _>>();
    let paths = entries.map_err(problem)?.into_iter().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "cpp")).collect();
    paths.sort();
    Ok(paths)
}
