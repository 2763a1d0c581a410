//! `cargo xtask playground`: writes the playground page as static files, and checks their sizes.

mod module;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, ExitCode, Stdio};

use clap::{ArgMatches, Command};
use serde::Deserialize;
use xtask_support::arguments::{flag, path};
use xtask_support::programs::stdout_of;
use xtask_support::{CommandOutcome, programs, say, summary, workspace};

use self::module::StandardLibrary;
use crate::notices;

const TARGET: &str = "wasm32-unknown-unknown";

/// Maximum bytes in all files that the page loads: the current size plus one percent. The goal is
/// four million.
const MAX_BYTES: u64 = 5_198_000;

/// Maximum bytes in all files as sent, compressed with Brotli: the current size plus one percent. The goal
/// is 1.3 million.
const MAX_COMPRESSED: u64 = 1_573_000;

/// A file on the page, as printed by `build.mjs`.
#[derive(Deserialize)]
struct BuiltFile {
    name: String,
    bytes: u64,
    gzip: u64,
    brotli: u64,
}

pub(crate) fn command() -> Command {
    Command::new("playground")
        .about("Build the page of the playground into static files")
        .arg(path(
            "out",
            "The directory for the files, which is replaced [default: playground/dist]",
        ))
        .arg(flag("check", "Also hold the sizes to their limits, and run the tests of the page"))
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let is_check = args.get_flag("check");
    if let Some(missing) = missing() {
        if !is_check {
            return Err(missing);
        }
        say!("the playground is left out: {missing}");
        return Ok(summary(0, 0));
    }
    let folder = workspace().join("playground");
    let out = args.get_one::<PathBuf>("out").cloned().unwrap_or_else(|| folder.join("dist"));
    let web = folder.join("web");
    if let Err(why) = install(&web) {
        if !is_check {
            return Err(why);
        }
        say!("the playground is left out: its packages cannot be had: {why}");
        return Ok(summary(0, 0));
    }
    let standard_library = StandardLibrary::find(&folder, TARGET);
    let module = standard_library.build_module(&folder, TARGET)?;
    let out = std::path::absolute(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    let mut build = Process::new("node");
    build.current_dir(&web).arg("build.mjs").arg(&module).arg(&out);
    let sizes = stdout_of(&mut build)?;
    let files: Vec<BuiltFile> =
        serde_json::from_slice(&sizes).map_err(|e| format!("the sizes of the files: {e}"))?;
    write_licences(&out)?;
    let is_small = report(&files);
    say!("the page is in {}", out.display());
    if let StandardLibrary::Shipped { reason } = &standard_library {
        say!("{reason}: the module has the standard library that Rust ships, and is larger");
    }
    if !is_check {
        return Ok(ExitCode::SUCCESS);
    }
    let mut checks = vec![test(&web, &out)?];
    match standard_library {
        StandardLibrary::Built => checks.push(is_small),
        StandardLibrary::Shipped { .. } => {
            say!(
                "the sizes are not compared with the limits, which are those of the smaller module"
            );
        }
    }
    let passed = checks.iter().filter(|&&it| it).count();
    Ok(summary(passed, checks.len() - passed))
}

/// Returns the tool that a build needs and the machine lacks.
fn missing() -> Option<String> {
    let is_there = |program: &str| {
        let mut version = Process::new(program);
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    if let Some(program) = ["node", "npm"].into_iter().find(|program| !is_there(program)) {
        return Some(format!("there is no {program}"));
    }
    let mut libraries = Process::new("rustc");
    libraries.args(["--print", "target-libdir", "--target", TARGET]);
    let libraries = stdout_of(&mut libraries).unwrap_or_default();
    let libraries = PathBuf::from(String::from_utf8_lossy(&libraries).trim());
    let has_target = !libraries.as_os_str().is_empty() && libraries.is_dir();
    (!has_target).then(|| format!("Rust has no {TARGET}: rustup target add {TARGET}"))
}

/// Installs the page's packages from npm, according to the lock file.
fn install(web: &Path) -> Result<(), String> {
    let lock_path = web.join("package-lock.json");
    let installed = web.join("node_modules/.installed");
    let lock = fs::read(&lock_path).map_err(|e| format!("{}: {e}", lock_path.display()))?;
    if fs::read(&installed).is_ok_and(|found| found == lock) {
        return Ok(());
    }
    say!("npm installs the packages of {} into {}", lock_path.display(), web.display());
    let mut npm = Process::new("npm");
    npm.current_dir(web).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    stdout_of(&mut npm)?;
    fs::write(&installed, lock).map_err(|e| format!("{}: {e}", installed.display()))
}

/// Adds the crates' licences to the npm packages' licences.
fn write_licences(out: &Path) -> Result<(), String> {
    let path = out.join("LICENSES.txt");
    let problem = |e: std::io::Error| format!("{}: {e}", path.display());
    let of_packages = fs::read_to_string(&path).map_err(problem)?;
    let of_crates = notices::licences_of_playground(TARGET)?;
    fs::write(&path, format!("{of_crates}\n{of_packages}")).map_err(problem)
}

/// Prints the sizes. Returns whether they are within the limits.
fn report(files: &[BuiltFile]) -> bool {
    for file in files {
        say!("{:>9} {:>9} {:>9}  {}", file.bytes, file.gzip, file.brotli, file.name);
    }
    let sum = |of: fn(&BuiltFile) -> u64| files.iter().map(of).sum::<u64>();
    let (bytes, brotli) = (sum(|file| file.bytes), sum(|file| file.brotli));
    say!("{bytes:>9} {:>9} {brotli:>9}  bytes, with gzip, with Brotli", sum(|file| file.gzip));
    say!(
        "{MAX_BYTES:>9} {:>9} {MAX_COMPRESSED:>9}  at most, where the standard library is built for size",
        ""
    );
    bytes <= MAX_BYTES && brotli <= MAX_COMPRESSED
}

/// Runs the page's tests with the built files. Returns whether they pass.
fn test(web: &Path, out: &Path) -> Result<bool, String> {
    let mut build = programs::cargo(workspace());
    build.args(["build", "--locked", "--package", "tablewright-cli"]);
    programs::run(build.env_remove("CARGO_TARGET_DIR"))?;
    let mut node = Process::new("node");
    node.current_dir(web)
        .args(["--test", "test/"])
        .env("PLAYGROUND", out)
        .env("TABLEWRIGHT", workspace().join("target/debug/tablewright"));
    Ok(node.status().map_err(|e| format!("node: {e}"))?.success())
}
