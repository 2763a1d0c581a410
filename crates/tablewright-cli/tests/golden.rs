//! Golden tests: each `tests/data/<area>/{ok,err}/*.td` of the workspace is a test.
//!
//! The program runs on the file, in the directory of the area, and has to print the files beside it.
//! An `ok` test succeeds with `x.out` on standard output, and `x.err`, such as warnings, on standard
//! error. An `err` test fails with `x.err` on standard error. A file that would be empty is not there.
//! The comments at the start of a test may have a line `// TOOL: clang-tblgen`, which is otherwise
//! `llvm-tblgen`, and a line `// ARGS: …` with arguments.
//!
//! `TABLEWRIGHT_TEST_PROGRAM` is the path of another program to run in the place of `tablewright`.
//! `TABLEWRIGHT_BLESS=1` writes the files instead. `tests/data/README.md` says how to write a test;
//! its rules about names and about the operators are tests here too.

mod trials;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use tablewright::backends;
use tablewright_syntax::bang::BangOp;
use trials::{Failed, Trial, program};

/// The areas of messages, of rules shared by several actions, of the language and of whole targets. Every other area is
/// named as an action.
const OTHER_AREAS: [&str; 8] = [
    "diagnostic-format",
    "include",
    "mlir-checks",
    "operators",
    "statements",
    "toy-target",
    "tutorial",
    "values",
];

/// The areas of the language, whose tests say their rule in a comment at the start.
const LANGUAGE_AREAS: [&str; 4] = ["include", "operators", "statements", "values"];

/// Operators with a syntax of their own, which are no [`BangOp`]s.
const SPECIAL_OPERATORS: [&str; 6] = ["cond", "filter", "foldl", "foreach", "sort", "switch"];

/// A rule that all fixtures follow.
type Rule = fn(&Fixtures) -> Result<(), Failed>;

const RULES: [(&str, Rule); 5] = [
    ("rules/names-are-kebab-case", names_are_kebab_case),
    ("rules/areas-are-actions", areas_are_actions),
    ("rules/outputs-belong-to-tests", outputs_belong_to_tests),
    ("rules/language-tests-say-their-rule", language_tests_say_their_rule),
    ("rules/operators-have-tests", operators_have_tests),
];

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
    let bless = std::env::var_os("TABLEWRIGHT_BLESS").is_some_and(|value| value == "1");
    let cases = cases(&root).expect("tests/data can be listed");
    let fixtures = Arc::new(Fixtures { root, cases });
    let mut trials = Vec::new();
    for (name, rule) in RULES {
        let fixtures = Arc::clone(&fixtures);
        trials.push(Trial::new(name, false, move || rule(&fixtures)));
    }
    for (index, case) in fixtures.cases.iter().enumerate() {
        let name = format!("{}/{}/{}", case.area, case.kind(), case.stem());
        let fixtures = Arc::clone(&fixtures);
        trials.push(Trial::new(name, false, move || fixtures.cases[index].run(bless)));
    }
    trials::run(trials)
}

/// All of `tests/data`.
struct Fixtures {
    root: PathBuf,
    cases: Vec<Case>,
}

impl Fixtures {
    /// All files and directories.
    fn paths(&self) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        let mut pending = vec![self.root.clone()];
        while let Some(dir) = pending.pop() {
            for entry in fs::read_dir(dir)? {
                let path = entry?.path();
                if path.is_dir() {
                    pending.push(path.clone());
                }
                found.push(path);
            }
        }
        found.sort();
        Ok(found)
    }

    /// Whether the file at `path` is a test.
    fn is_test(&self, path: &Path) -> bool {
        self.cases.iter().any(|case| case.path == path)
    }
}

/// Fails with `complaints`, if there are any.
fn fail_with(complaints: impl Iterator<Item = String>) -> Result<(), Failed> {
    let complaints: Vec<String> = complaints.collect();
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n").into()) }
}

fn names_are_kebab_case(fixtures: &Fixtures) -> Result<(), Failed> {
    let is_kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.');
    let paths = fixtures.paths()?;
    // Backends include some files by the names that LLVM gives them.
    let own = paths.iter().filter(|path| path.components().all(|part| part.as_os_str() != "llvm"));
    let names = own.filter_map(|path| path.file_name()).map(OsStr::to_string_lossy);
    let wrong = names.filter(|name| name != "README.md" && !name.chars().all(is_kebab));
    fail_with(wrong.map(|name| format!("{name} is not in kebab case")))
}

fn areas_are_actions(fixtures: &Fixtures) -> Result<(), Failed> {
    let actions: Vec<String> = backends::llvm_backends()
        .iter()
        .chain(backends::clang_backends())
        .chain(backends::mlir_backends())
        .chain(backends::lldb_backends())
        .chain(backends::offload_backends())
        .chain(backends::irdl_backends())
        .map(|backend| backend.name.trim_start_matches("gen-"))
        .chain(OTHER_AREAS)
        .map(str::to_ascii_lowercase)
        .collect();
    let areas: BTreeSet<&str> = fixtures.cases.iter().map(|case| case.area.as_str()).collect();
    let wrong = areas.into_iter().filter(|area| !actions.iter().any(|action| action == area));
    fail_with(wrong.map(|area| format!("{area} is not an action without `gen-`, see OTHER_AREAS")))
}

/// A test that is renamed or removed leaves no outputs.
fn outputs_belong_to_tests(fixtures: &Fixtures) -> Result<(), Failed> {
    let paths = fixtures.paths()?;
    let outputs =
        paths.iter().filter(|path| path.extension().is_some_and(|e| e == "out" || e == "err"));
    // The directories `err` have no extension, so that they are not among them.
    let orphans = outputs.filter(|path| !fixtures.is_test(&path.with_extension("td")));
    fail_with(orphans.map(|path| format!("{} belongs to no test", path.display())))
}

fn language_tests_say_their_rule(fixtures: &Fixtures) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for case in fixtures.cases.iter().filter(|case| LANGUAGE_AREAS.contains(&case.area.as_str())) {
        let text = fs::read_to_string(&case.path)?;
        let mut comments = text.lines().map_while(|line| line.strip_prefix("// "));
        if !comments.any(|comment| !comment.starts_with("ARGS:")) {
            wrong.push(case);
        }
    }
    fail_with(wrong.iter().map(|case| format!("{} does not say its rule", case.path.display())))
}

fn operators_have_tests(fixtures: &Fixtures) -> Result<(), Failed> {
    let names = BangOp::all().map(BangOp::name).chain(SPECIAL_OPERATORS);
    let wanted = names.flat_map(|name| ["ok", "err"].map(|kind| format!("{kind}/{name}.td")));
    let operators = fixtures.root.join("operators");
    let missing = wanted.filter(|file| !fixtures.is_test(&operators.join(file)));
    fail_with(missing.map(|file| format!("operators/{file} is missing")))
}

/// The rest of the line that starts with `key`, among the comments at the start of `text`.
fn directive<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let comments = text.lines().take_while(|line| line.starts_with("//"));
    comments.filter_map(|line| line.strip_prefix(key)).next()
}

/// A test.
struct Case {
    area: String,
    /// Whether the program has to fail.
    fails: bool,
    path: PathBuf,
}

/// All tests below `root`, by name.
fn cases(root: &Path) -> io::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for area in fs::read_dir(root)? {
        let area = area?;
        for (kind, fails) in [("ok", false), ("err", true)] {
            let dir = area.path().join(kind);
            if !dir.is_dir() {
                continue;
            }
            for entry in fs::read_dir(dir)? {
                let path = entry?.path();
                if path.extension() == Some(OsStr::new("td")) {
                    let area = area.file_name().to_string_lossy().into_owned();
                    cases.push(Case { area, fails, path });
                }
            }
        }
    }
    cases.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(cases)
}

impl Case {
    fn kind(&self) -> &'static str {
        if self.fails { "err" } else { "ok" }
    }

    fn stem(&self) -> String {
        self.path.file_stem().expect("it has an extension").to_string_lossy().into_owned()
    }

    fn run(&self, bless: bool) -> Result<(), Failed> {
        let text = fs::read_to_string(&self.path)?;
        let ran = self.command(&text).output()?;
        let wanted_code = i32::from(self.fails);
        let errors = String::from_utf8(ran.stderr)?;
        if ran.status.code() != Some(wanted_code) {
            return Err(format!("{}, where {wanted_code} is expected\n{errors}", ran.status).into());
        }
        self.compare("err", &errors, bless)?;
        if self.fails {
            self.errors_are_data(&text, &errors)
        } else {
            self.compare("out", &String::from_utf8(ran.stdout)?, bless)
        }
    }

    /// The run of the test, whose description is `text`.
    fn command(&self, text: &str) -> Command {
        let tool = directive(text, "// TOOL:").unwrap_or("llvm-tblgen");
        let area = self.path.ancestors().nth(2).expect("a case lies in an area");
        let mut command = Command::new(program());
        command
            .arg(tool.trim())
            .args(directive(text, "// ARGS:").unwrap_or_default().split_whitespace())
            .arg(format!("{}/{}.td", self.kind(), self.stem()))
            .current_dir(area)
            // Most tests are older than the other releases. Those of another one name it in `ARGS`.
            .env("TABLEWRIGHT_RELEASE", "19")
            .stdin(Stdio::null());
        command
    }

    /// Checks that each error and warning has a code, and that as many have a span as are printed
    /// with a place in `messages`, and that there are the labels that lines `// LABEL: LINE: TEXT` ask
    /// for.
    fn errors_are_data(&self, text: &str, messages: &str) -> Result<(), Failed> {
        if self.area == "diagnostic-format" {
            return Ok(());
        }
        let ran = self.command(text).arg("--diagnostic-format=json").output()?;
        let mut spans = 0;
        let mut labels: Vec<String> = Vec::new();
        for line in String::from_utf8(ran.stderr)?.lines() {
            let message: serde_json::Value = serde_json::from_str(line)?;
            let severity = message["severity"].as_str().unwrap_or_default();
            if severity != "error" && severity != "warning" {
                continue;
            }
            if !message["code"].is_string() {
                return Err(format!("without a code: {line}").into());
            }
            spans += usize::from(message["span"].is_object());
            for label in message["labels"].as_array().into_iter().flatten() {
                let text = label["message"].as_str().unwrap_or_default();
                labels.push(format!("{}: {text}", label["span"]["start"]["line"]));
            }
        }
        for wanted in text.lines().filter_map(|line| line.strip_prefix("// LABEL: ")) {
            if !labels.iter().any(|label| label == wanted) {
                return Err(format!("no label '{wanted}' in {labels:?}").into());
            }
        }
        let lines: Vec<&str> = messages.lines().collect();
        // In a text that is in no file, such as a format, there is a caret and no line number.
        let has_caret = |at: usize| lines.get(at + 2).is_some_and(|line| line.trim_start() == "^");
        let has_place = |(at, line): &(usize, &&str)| {
            line.contains(": error: ")
                || line.contains(": warning: ")
                || (line.starts_with("error: ") && has_caret(*at))
        };
        let placed = lines.iter().enumerate().filter(has_place).count();
        if spans == placed {
            return Ok(());
        }
        Err(format!("{spans} errors have a span, and {placed} are printed with a place").into())
    }

    /// Compares `text` with the file beside the test that has the extension `extension`. A missing
    /// file stands for no text.
    fn compare(&self, extension: &str, text: &str, bless: bool) -> Result<(), Failed> {
        let path = self.path.with_extension(extension);
        // Messages name the program by its path, which differs from machine to machine.
        let text = text.replace(&*program().to_string_lossy(), "tablewright");
        let wanted = if path.exists() { fs::read_to_string(&path)? } else { String::new() };
        if text == wanted {
            return Ok(());
        }
        if bless {
            return if text.is_empty() {
                Ok(fs::remove_file(&path)?)
            } else {
                Ok(fs::write(&path, text)?)
            };
        }
        let same = text.lines().zip(wanted.lines()).take_while(|(a, b)| a == b).count();
        let line = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_owned();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        Err(format!(
            "{file}:{}: expected {:?}, found {:?}; TABLEWRIGHT_BLESS=1 accepts what is found",
            same + 1,
            line(&wanted),
            line(&text)
        )
        .into())
    }
}
