//! The module of WebAssembly, with a standard library that is built for size where its source is there.
//!
//! The standard library that Rust ships is built for speed: each of its sorts is four kilobytes for each type. Two
//! unstable options make the module smaller: Cargo's `-Zbuild-std`, which builds the standard library again, and the
//! compiler's `-Zlocation-detail`, which leaves out the files and lines that messages of panics name. `RUSTC_BOOTSTRAP`
//! allows them to a stable release.

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use crate::programs::{self, stdout_of};

/// Where the source of the standard library is, below the root of a toolchain.
const SOURCE: &str = "lib/rustlib/src/rust/library/Cargo.lock";

/// The standard library of a module.
pub(super) enum StandardLibrary {
    /// It is built with the module, for size.
    Built,
    /// It is the one that Rust ships.
    Shipped {
        /// Why it is not built.
        reason: String,
    },
}

impl StandardLibrary {
    /// The smallest that can be had: this looks for the source, and fetches the crates that the source needs.
    pub(super) fn find(folder: &Path, target: &str) -> StandardLibrary {
        match prepare(folder, target) {
            Ok(()) => StandardLibrary::Built,
            Err(reason) => StandardLibrary::Shipped { reason },
        }
    }

    /// Builds the module of WebAssembly. Returns its path.
    pub(super) fn build_module(&self, folder: &Path, target: &str) -> Result<PathBuf, String> {
        let mut build = match self {
            StandardLibrary::Built => {
                let mut cargo = cargo_with_standard_library(folder, "build");
                cargo.arg("-Zbuild-std-features=optimize_for_size");
                // This stands in for flags of the environment, so that the size does not depend on them.
                cargo.env("RUSTFLAGS", "-Zlocation-detail=none");
                cargo
            }
            StandardLibrary::Shipped { .. } => cargo(folder, "build"),
        };
        programs::run(build.args(["--release", "--locked", "--target", target]))?;
        Ok(folder.join("target").join(target).join("release/tablewright_playground.wasm"))
    }
}

/// Fetches what a build of the standard library needs, or says what is missing.
fn prepare(folder: &Path, target: &str) -> Result<(), String> {
    let sysroot =
        stdout_of(Process::new("rustc").current_dir(folder).args(["--print", "sysroot"]))?;
    if !Path::new(String::from_utf8_lossy(&sysroot).trim()).join(SOURCE).is_file() {
        return Err(
            "Rust has no source of its standard library (rustup component add rust-src)".into()
        );
    }
    let mut fetch = cargo_with_standard_library(folder, "fetch");
    stdout_of(fetch.args(["--locked", "--target", target])).map_err(|e| {
        format!("the crates of the standard library cannot be fetched ({})", e.trim())
    })?;
    Ok(())
}

/// A command of Cargo in the workspace of the module, which builds into the directory `target` there.
fn cargo(folder: &Path, command: &str) -> Process {
    let mut cargo = programs::cargo(folder);
    cargo.env_remove("CARGO_TARGET_DIR").arg(command);
    cargo
}

/// The same, where the standard library is one of the crates.
fn cargo_with_standard_library(folder: &Path, command: &str) -> Process {
    let mut cargo = cargo(folder, command);
    cargo.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
    cargo
}
