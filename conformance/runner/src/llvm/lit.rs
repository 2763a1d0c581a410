//! Runs LLVM's tests with a build's programs: lit's configuration, a run, and its results.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use regex_lite::{Captures, Regex};
use serde::Deserialize;

use super::build::{TargetBuild, link};
use super::inputs::BuildInputs;

/// Prefix of each test's name in lit's report.
const SUITE: &str = "LLVM :: ";

/// The tests to run, and options.
pub(super) struct TestSelection<'a> {
    /// Paths of tests and directories, relative to `llvm/test`.
    pub(super) tests: &'a [String],
    /// A pattern that test names have to match.
    pub(super) only: Option<&'a str>,
    pub(super) threads: usize,
}

/// Test results by name.
pub(super) struct TestResults(BTreeMap<String, TestResult>);

/// The file that lit writes.
#[derive(Deserialize)]
struct LitReport {
    tests: Vec<TestResult>,
}

#[derive(Deserialize)]
struct TestResult {
    name: String,
    code: String,
    #[serde(default)]
    output: String,
}

impl TestResult {
    fn is_failing(&self) -> bool {
        ["FAIL", "UNRESOLVED", "TIMEOUT", "XPASS"].contains(&self.code.as_str())
    }

    fn is_passing(&self) -> bool {
        ["PASS", "XFAIL", "FLAKYPASS"].contains(&self.code.as_str())
    }
}

impl TestResults {
    /// Returns the number of tests that passed.
    pub(super) fn passed(&self) -> usize {
        self.0.values().filter(|result| result.is_passing()).count()
    }

    /// Returns the names of the tests that failed.
    pub(super) fn failing(&self) -> BTreeSet<String> {
        let failing = self.0.iter().filter(|(_, result)| result.is_failing());
        failing.map(|(name, _)| name.clone()).collect()
    }

    /// Returns a test's output.
    pub(super) fn output(&self, name: &str) -> &str {
        self.0.get(name).map_or("", |result| &result.output)
    }

    /// Returns the number of tests for each result, in words.
    pub(super) fn in_words(&self) -> String {
        let (passed, failed) = (self.passed(), self.failing().len());
        let others = self.0.len() - passed - failed;
        format!("{passed} tests pass, {failed} fail, {others} are for other configurations")
    }
}

/// Runs tests with a build's programs, and with LLVM's installed programs beside them.
///
/// # Errors
/// If lit does not run the tests.
pub(super) fn run(
    inputs: &BuildInputs,
    build: &TargetBuild,
    selection: &TestSelection<'_>,
) -> Result<TestResults, String> {
    link_programs(&inputs.installed("bin"), &build.programs())?;
    let configuration = configuration(inputs, build)?;
    build.write_if_changed("test/lit.site.cfg.py", &configuration)?;
    let report = build.directory().join("results.json");
    // An old report must not be mistaken for this run's.
    drop(fs::remove_file(&report));
    let mut command = Command::new("python3");
    command.arg(inputs.sources().join("utils/lit/lit.py"));
    command.args(["--quiet", "--no-progress-bar", &format!("--workers={}", selection.threads)]);
    command.arg("--output").arg(&report);
    if let Some(only) = selection.only {
        command.arg("--filter").arg(only);
    }
    let tests = build.directory().join("test");
    command.args(selection.tests.iter().map(|test| tests.join(test)));
    if let Some(libraries) = inputs.library_path() {
        command.env("LD_LIBRARY_PATH", libraries);
    }
    let ran = command.stdin(Stdio::null()).output().map_err(|e| format!("python3: {e}"))?;
    let text = fs::read_to_string(&report)
        .map_err(|_| format!("lit ran no tests: {}", String::from_utf8_lossy(&ran.stderr)))?;
    let report: LitReport =
        serde_json::from_str(&text).map_err(|e| format!("{}: {e}", report.display()))?;
    let named = |result: TestResult| {
        let name = result.name.strip_prefix(SUITE).unwrap_or(&result.name).to_owned();
        (name, result)
    };
    Ok(TestResults(report.tests.into_iter().map(named).collect()))
}

/// Links the installed programs into the directory with the build's programs, which are kept.
fn link_programs(installed: &Path, programs: &Path) -> Result<(), String> {
    let problem = |e: std::io::Error| format!("{}: {e}", installed.display());
    for entry in fs::read_dir(installed).map_err(problem)? {
        let entry = entry.map_err(problem)?;
        link(&entry.path(), &programs.join(entry.file_name()))?;
    }
    Ok(())
}

/// Returns the configuration for LLVM's tests: the template from LLVM's build with values for a
/// single target.
fn configuration(inputs: &BuildInputs, build: &TargetBuild) -> Result<String, String> {
    let path = inputs.sources().join("test/lit.site.cfg.py.in");
    let template = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let text = |path: &Path| path.display().to_string();
    // With LLVM's plugins in it, tests for link-time optimisation would run.
    let libraries = text(&build.directory().join("lib"));
    let triple = "x86_64-pc-linux-gnu".to_owned();
    let values = BTreeMap::from([
        ("LIT_SITE_CFG_IN_HEADER", "import os\ndef path(p): return p".to_owned()),
        ("LLVM_SOURCE_DIR", text(&inputs.sources())),
        ("LLVM_BINARY_DIR", text(build.directory())),
        ("LLVM_TOOLS_DIR", text(&build.programs())),
        ("LLVM_LIBS_DIR", libraries.clone()),
        ("SHLIBDIR", libraries),
        ("SHLIBEXT", ".so".to_owned()),
        ("LLVM_PLUGIN_EXT", ".so".to_owned()),
        ("LLVM_HOST_TRIPLE", triple.clone()),
        ("LLVM_TARGET_TRIPLE", triple),
        ("Python3_EXECUTABLE", "python3".to_owned()),
        ("TARGETS_TO_BUILD", build.target().to_owned()),
        ("HOST_OS", "Linux".to_owned()),
        ("LLVM_ENABLE_ZLIB", "1".to_owned()),
        ("LLVM_ENABLE_ZSTD", "1".to_owned()),
        ("LLVM_ENABLE_LIBXML2", "1".to_owned()),
        ("LLVM_ENABLE_THREADS", "1".to_owned()),
    ]);
    Ok(filled(&template, &values))
}

/// Returns a template with values in place of `@NAME@`. A name without a value becomes empty within
/// quotation marks, and 0, which means false, elsewhere.
fn filled(template: &str, values: &BTreeMap<&str, String>) -> String {
    let name = Regex::new("(= )?@([A-Za-z0-9_]+)@").expect("the pattern is valid");
    let value = |captures: &Captures<'_>| {
        let value = values.get(&captures[2]).map(String::as_str);
        match captures.get(1) {
            Some(assignment) => format!("{}{}", assignment.as_str(), value.unwrap_or("0")),
            None => value.unwrap_or_default().to_owned(),
        }
    };
    name.replace_all(template, value).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_a_value_are_empty_or_false() {
        let template = "a = \"@A@\"\nb = @B@\nc = \"@C@.@A@\"\nd = @D@\n";
        let values = BTreeMap::from([("A", "x".to_owned()), ("B", "1".to_owned())]);
        assert_eq!(filled(template, &values), "a = \"x\"\nb = 1\nc = \".x\"\nd = 0\n");
    }

    #[test]
    fn an_expected_failure_passes_and_an_unexpected_pass_fails() {
        let result = |name: &str, code: &str| {
            let (name, code) = (name.to_owned(), code.to_owned());
            (name.clone(), TestResult { name, code, output: String::new() })
        };
        let results = TestResults(BTreeMap::from([
            result("a", "PASS"),
            result("b", "XFAIL"),
            result("c", "XPASS"),
            result("d", "UNSUPPORTED"),
        ]));
        assert_eq!(results.in_words(), "2 tests pass, 1 fail, 1 are for other configurations");
    }
}
