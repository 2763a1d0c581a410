//! Paths: the corpus and the program to test.

use std::env;
use std::path::PathBuf;

use clap::ArgMatches;
use xtask_support::{programs, workspace};

/// Returns the source tree of the main reference release: `$TABLEWRIGHT_CORPUS`, or its directory
/// in the cache.
pub(crate) fn corpus() -> Result<PathBuf, String> {
    let dir = env::var_os("TABLEWRIGHT_CORPUS").map_or_else(
        || {
            let cache = env::var_os("XDG_CACHE_HOME").map_or_else(
                || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".cache"),
                PathBuf::from,
            );
            cache.join("tablewright/llvm-19.1.7")
        },
        PathBuf::from,
    );
    if dir.join("llvm/include").is_dir() {
        return Ok(dir);
    }
    Err(format!(
        "no LLVM 19.1.7 sources at {}; set TABLEWRIGHT_CORPUS to an LLVM source tree",
        dir.display()
    ))
}

/// The build profile of a program.
#[derive(Clone, Copy)]
pub(crate) enum BuildProfile {
    /// Quick to build: for comparing outputs.
    Release,
    /// As in packages: for measuring time.
    Dist,
}

impl BuildProfile {
    fn name(self) -> &'static str {
        match self {
            BuildProfile::Release => "release",
            BuildProfile::Dist => "dist",
        }
    }
}

/// Returns the program given with `--program`, or builds `tablewright`; with `--compile`, it builds
/// the program with that compile mode.
pub(crate) fn candidate(args: &ArgMatches, profile: BuildProfile) -> Result<PathBuf, String> {
    if let Some(path) = args.get_one::<PathBuf>("program") {
        return path.canonicalize().map_err(|e| format!("{}: {e}", path.display()));
    }
    // Some commands lack the option.
    match args.try_get_one::<String>("compile") {
        Ok(Some(mode)) => {
            build("tablewright-compile-modes", &format!("tablewright-{mode}"), profile)
        }
        _ => build("tablewright-cli", "tablewright", profile),
    }
}

fn build(package: &str, program: &str, profile: BuildProfile) -> Result<PathBuf, String> {
    build_target(package, ["--bin", program], profile)
}

/// Builds a package's example.
pub(crate) fn example(package: &str, name: &str) -> Result<PathBuf, String> {
    build_target(package, ["--example", name], BuildProfile::Release)
}

fn build_target(
    package: &str,
    target: [&str; 2],
    profile: BuildProfile,
) -> Result<PathBuf, String> {
    let built = programs::cargo(workspace())
        .args(["build", "--profile", profile.name(), "--package", package])
        .args(target)
        .args(["--message-format", "json-render-diagnostics"])
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|e| format!("cargo: {e}"))?;
    if !built.status.success() {
        return Err(format!("{} does not build", target[1]));
    }
    String::from_utf8_lossy(&built.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|message| message["executable"].as_str().map(PathBuf::from))
        .next_back()
        .ok_or_else(|| "cargo names no program".into())
}
