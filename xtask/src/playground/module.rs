//! The module of WebAssembly, with a standard library that is built for size where its source is there.
//!
//! The standard library that Rust ships is built for speed: each of its sorts is four kilobytes for each type. Building
//! another one (`-Zbuild-std`) is an unstable option of Cargo, which `RUSTC_BOOTSTRAP` allows to a stable release.

use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

use super::{cargo, output, run};

/// The options of Cargo that build the standard library for size.
const BUILT_FOR_SIZE: &[&str] =
    &["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

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

    /// The options of Cargo for it.
    fn options(&self) -> &'static [&'static str] {
        match self {
            StandardLibrary::Built => BUILT_FOR_SIZE,
            StandardLibrary::Shipped { .. } => &[],
        }
    }
}

/// Fetches what a build of the standard library needs, or says what is missing.
fn prepare(folder: &Path, target: &str) -> Result<(), String> {
    let sysroot = print_of_rustc(folder, &["--print", "sysroot"])?;
    if !Path::new(&sysroot).join("lib/rustlib/src/rust/library/Cargo.lock").is_file() {
        return Err(
            "Rust has no source of its standard library (rustup component add rust-src)".into()
        );
    }
    let mut fetch = cargo(folder, &["fetch", "--locked", "--target", target, BUILT_FOR_SIZE[0]]);
    output(fetch.env("RUSTC_BOOTSTRAP", "1").stdin(Stdio::null())).map_err(|e| {
        format!("the crates of the standard library cannot be fetched ({})", e.trim())
    })?;
    Ok(())
}

/// What `rustc` prints, of the toolchain that builds in `folder`.
fn print_of_rustc(folder: &Path, args: &[&str]) -> Result<String, String> {
    let printed = output(Process::new("rustc").current_dir(folder).args(args))?;
    Ok(String::from_utf8_lossy(&printed).trim().to_owned())
}

/// Builds the module of WebAssembly. Returns its path.
pub(super) fn build(
    folder: &Path,
    target: &str,
    standard_library: &StandardLibrary,
) -> Result<PathBuf, String> {
    let mut cargo = cargo(folder, &["build", "--release", "--locked", "--target", target]);
    cargo.args(standard_library.options());
    if let StandardLibrary::Built = standard_library {
        cargo.env("RUSTC_BOOTSTRAP", "1");
    }
    run(&mut cargo)?;
    Ok(folder.join("target").join(target).join("release/tablewright_playground.wasm"))
}
