//! Tests over `tests/data/<area>/{ok,err}/*.td` of the workspace: a file is a test.
//!
//! Beside `ok/x.td` stands `x.out`, its standard output; beside `err/x.td` stands `x.err`, its
//! standard error, and the run has to fail. What an `ok` test says on standard error, such as
//! warnings, is in its `x.err` too. Its first lines may be `// TOOL: clang-tblgen`, instead of
//! `llvm-tblgen`, and `// ARGS: …` with further arguments. Tests run in the directory of their area.
//! `TABLEWRIGHT_BLESS=1` writes what is printed as what is expected. `TABLEWRIGHT_TEST_PROGRAM` is the
//! path of another program to test in the place of `tablewright`.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
    let bless = std::env::var_os("TABLEWRIGHT_BLESS").is_some_and(|value| value == "1");
    let cases = cases(&root).expect("tests/data can be listed");
    let trials = cases.into_iter().map(|case| {
        let name = format!("{}/{}/{}", case.area, case.kind(), case.stem());
        Trial::test(name, move || case.run(bless))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

/// The program under test.
fn program() -> OsString {
    let other = std::env::var_os("TABLEWRIGHT_TEST_PROGRAM");
    other.unwrap_or_else(|| env!("CARGO_BIN_EXE_tablewright").into())
}

/// What follows `key` in one of the comments that `text` starts with.
fn directive<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let comments = text.lines().take_while(|line| line.starts_with("//"));
    comments.filter_map(|line| line.strip_prefix(key)).next()
}

struct Case {
    area: String,
    fails: bool,
    path: PathBuf,
}

/// All cases below `root`, by name.
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
        self.path.file_stem().expect("it has an ending").to_string_lossy().into_owned()
    }

    fn run(&self, bless: bool) -> Result<(), Failed> {
        let text = fs::read_to_string(&self.path)?;
        let args = directive(&text, "// ARGS:").unwrap_or_default();
        let tool = directive(&text, "// TOOL:").unwrap_or("llvm-tblgen");
        let area = self.path.ancestors().nth(2).expect("a case lies in an area");
        let ran = Command::new(program())
            .arg(tool.trim())
            .args(args.split_whitespace())
            .arg(format!("{}/{}.td", self.kind(), self.stem()))
            .current_dir(area)
            .stdin(Stdio::null())
            .output()?;
        let wanted_code = i32::from(self.fails);
        let errors = String::from_utf8(ran.stderr)?;
        if ran.status.code() != Some(wanted_code) {
            return Err(format!("{}, where {wanted_code} is expected\n{errors}", ran.status).into());
        }
        self.compare("err", &errors, bless)?;
        if self.fails {
            Ok(())
        } else {
            self.compare("out", &String::from_utf8(ran.stdout)?, bless)
        }
    }

    /// Compares with the file beside the case that ends in `ending`; no file expects nothing.
    fn compare(&self, ending: &str, text: &str, bless: bool) -> Result<(), Failed> {
        let path = self.path.with_extension(ending);
        // The name of the program in messages is a path that differs by machine.
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
