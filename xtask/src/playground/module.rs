//! The WebAssembly module. If the source is installed, its standard library is built for size.
//!
//! Rust's shipped standard library is built for speed: each sort has four kilobytes for each type.
//! Two unstable options make the module smaller: Cargo's `-Zbuild-std`, which builds the standard
//! library again, and the compiler's `-Zlocation-detail`, which leaves out file names and lines
//! from panic messages. `RUSTC_BOOTSTRAP` allows them with a stable release.

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use xtask_support::programs::{self, stdout_of};

/// Path of the standard library's source, below a toolchain's root.
const SOURCE: &str = "lib/rustlib/src/rust/library/Cargo.lock";

/// A module's standard library.
pub(super) enum StandardLibrary {
    /// Built with the module, for size.
    Built,
    /// The library that Rust ships.
    Shipped {
        /// The reason why it is not built.
        reason: String,
    },
}

impl StandardLibrary {
    /// Selects the smallest library that is possible. Looks for the source, and fetches the crates
    /// that the source needs.
    pub(super) fn find(folder: &Path, target: &str) -> StandardLibrary {
        match prepare(folder, target) {
            Ok(()) => StandardLibrary::Built,
            Err(reason) => StandardLibrary::Shipped { reason },
        }
    }

    /// Builds the WebAssembly module. Returns its path.
    pub(super) fn build_module(&self, folder: &Path, target: &str) -> Result<PathBuf, String> {
        let mut build = match self {
            StandardLibrary::Built => {
                let mut cargo = cargo_with_standard_library(folder, "build");
                cargo.arg("-Zbuild-std-features=optimize_for_size");
                // Replaces flags from the environment, so that the size does not depend on them.
                cargo.env("RUSTFLAGS", "-Zlocation-detail=none");
                cargo
            }
            StandardLibrary::Shipped { .. } => cargo(folder, "build"),
        };
        programs::run(build.args(["--release", "--locked", "--target", target]))?;
        Ok(folder.join("target").join(target).join("release/tablewright_playground.wasm"))
    }
}

/// Fetches the crates for a build of the standard library, or returns the missing part.
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

/// Returns a Cargo command in the module's workspace. It builds into the directory `target`
/// there.
fn cargo(folder: &Path, command: &str) -> Process {
    let mut cargo = programs::cargo(folder);
    cargo.env_remove("CARGO_TARGET_DIR").arg(command);
    cargo
}

/// Returns the same command with the standard library as one of the crates.
fn cargo_with_standard_library(folder: &Path, command: &str) -> Process {
    let mut cargo = cargo(folder, command);
    cargo.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
    cargo
}
