//! The LLVM release for a run, if the user named a release, and its description for `--version --verbose`.

use std::fmt::Write;

use tablewright_records::release::ReleaseReason;
use tablewright_records::{RecordStore, Release};
use tablewright_session::{VersionFile, path_text};

use crate::response_file::values_of;

/// The option that names the release.
pub const OPTION: &str = "release";

/// Environment variable for the release, used without the argument.
pub const VARIABLE: &str = "TABLEWRIGHT_RELEASE";

/// Argument that makes `--version` print more.
const VERBOSE: &str = "verbose";

/// A release that the user named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedRelease {
    /// By `--release`.
    Option(Release),
    /// The name by which the program was called.
    ProgramName(Release),
    /// By the variable [`VARIABLE`].
    Variable(Release),
}

impl NamedRelease {
    /// Returns the release from the arguments, else from the program name, else from the variable.
    pub fn from_args(args: &[String], by_name: Option<Release>) -> Option<NamedRelease> {
        let values = values_of(args, OPTION);
        let by_option = values.filter_map(|value| value.parse().ok()).last();
        let named = by_option.map(NamedRelease::Option).or(by_name.map(NamedRelease::ProgramName));
        named.or_else(|| from_variable().ok().flatten().map(NamedRelease::Variable))
    }

    /// Returns the release, whoever named it.
    pub fn release(self) -> Release {
        match self {
            NamedRelease::Option(release)
            | NamedRelease::ProgramName(release)
            | NamedRelease::Variable(release) => release,
        }
    }
}

/// Returns the release in the variable, or `None` if it is empty. Fails if the release is unknown.
pub fn from_variable() -> Result<Option<Release>, String> {
    let text = std::env::var(VARIABLE).unwrap_or_default();
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| format!("for the variable {VARIABLE}: {}", invalid(&text)))
}

/// Builds the message for an unknown release.
pub fn invalid(text: &str) -> String {
    format!("unknown LLVM release '{text}'; expected for example 19 or 22.1.8")
}

/// Returns the arguments without `--version` and `--verbose`, if both are among them.
pub fn without_verbose_version(args: &[String]) -> Option<Vec<String>> {
    let is = |arg: &String, name: &str| arg.trim_start_matches('-') == name && arg.starts_with('-');
    let has = |name: &str| args.iter().any(|arg| is(arg, name));
    let is_other = |arg: &&String| !is(arg, "version") && !is(arg, VERBOSE);
    (has("version") && has(VERBOSE)).then(|| args.iter().filter(is_other).cloned().collect())
}

/// Describes the release for a run without an input, for `--version`.
pub fn chosen(named: Option<NamedRelease>) -> String {
    match named {
        Some(NamedRelease::Option(release)) => named_by(release, &format!("--{OPTION}")),
        Some(NamedRelease::ProgramName(release)) => named_by(release, "the name of the program"),
        Some(NamedRelease::Variable(release)) => named_by(release, VARIABLE),
        None => {
            let default = Release::DEFAULT;
            format!(
                "  Release {default}: the default; a version file near a description or its marks decide.\n"
            )
        }
    }
}

/// Explains the source of a named release, and whether the release is known.
fn named_by(release: Release, who: &str) -> String {
    let mut text = format!("  Release {release}: named by {who}.\n");
    if release.is_newer_than_known() {
        let (newest, version) = (Release::NEWEST_KNOWN, release.output_version());
        _ = writeln!(
            text,
            "  Note: it is newer than {newest}, the newest release that is known; its outputs are those of {version}. \
             --verify-with LLVM's program shows where they differ."
        );
    }
    text
}

/// Describes the release for an input that was read, for `--version`. `file` is the version file near the input.
pub fn for_input(
    named: Option<NamedRelease>,
    input: &str,
    store: &RecordStore,
    file: Option<&VersionFile>,
) -> String {
    let release = store.release();
    match store.release_reason() {
        ReleaseReason::Named => chosen(named),
        ReleaseReason::Tree => {
            let file = file.map(|file| path_text(&file.path)).unwrap_or_default();
            named_by(release, &format!("'{file}'"))
        }
        ReleaseReason::Default => {
            format!(
                "  Release {release}: the default; no version file is near '{input}', and the input does not contain release marks.\n"
            )
        }
        ReleaseReason::Detected => {
            let mut text = format!("  Release {release}: '{input}' has marks of it:\n");
            let marks = store.release_marks();
            for mark in marks.iter().filter(|mark| mark.releases.contains(release)) {
                _ = writeln!(text, "    {} ({})", mark.description(), mark.releases);
            }
            text
        }
    }
}
