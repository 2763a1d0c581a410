//! Pages of the book whose examples are tests.
//!
//! A block whose first line is a comment with the name of a file, `// ops.td`, is that file. A block of `sh` is
//! run, and the block after it is what the commands print, messages first; a line `…` stands for lines that are
//! left out. The commands run in a directory with the files of the page and the project's `examples`.

use std::collections::BTreeSet;
use std::env;

use tablewright_session::Session;
use tablewright_syntax::bang::BangOp;

use crate::{Dir, Ran, program};

/// A block of code.
struct Block<'t> {
    language: &'t str,
    text: &'t str,
    /// The bytes of the page that hold the text.
    range: std::ops::Range<usize>,
}

/// All blocks of a page, in order.
fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut offset = 0;
    for line in page.split_inclusive('\n') {
        if let Some(language) = line.strip_prefix("```") {
            open = match open {
                None => Some((language.trim(), offset + line.len())),
                Some((language, start)) => {
                    let range = start..offset;
                    blocks.push(Block { language, text: &page[range.clone()], range });
                    None
                }
            };
        }
        offset += line.len();
    }
    blocks
}

impl Block<'_> {
    /// The file that the block is, if its first line names one.
    fn file(&self) -> Option<&str> {
        let (first, _) = self.text.split_once('\n')?;
        let name = first.strip_prefix("// ")?;
        (name.contains('.') && !name.contains(' ')).then_some(name)
    }
}

/// Whether `found` has the lines of `shown`, where `…` stands for any lines.
fn has_lines(found: &str, shown: &str) -> bool {
    let mut lines = found.lines();
    let mut skips = false;
    for line in shown.lines() {
        let finds = match (line, skips) {
            ("…", _) => true,
            (_, true) => lines.any(|found| found == line),
            (_, false) => lines.next() == Some(line),
        };
        if !finds {
            return false;
        }
        skips = line == "…";
    }
    skips || lines.next().is_none()
}

/// What commands of a page print.
#[cfg(unix)]
fn answer(dir: &Dir, commands: &str) -> String {
    // The shell runs the program by its name.
    let folder = program().parent().unwrap();
    let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap_or_default());
    let mut command = dir.command("sh".as_ref());
    // A reader of the book has named no release.
    command.env_remove("TABLEWRIGHT_RELEASE");
    let ran = Ran::from_output(command.args(["-c", commands]).env("PATH", path).output().unwrap());
    ran.err + &ran.out
}

/// Runs the examples of a page. `TABLEWRIGHT_BLESS=1` writes the answers into it, except for those with `…`.
#[cfg(unix)]
pub(crate) fn check(name: &str) {
    check_part(name, "", "");
}

/// Runs the examples of a part of a page: from a heading up to another one.
#[cfg(unix)]
fn check_part(name: &str, from: &str, to: &str) {
    let workspace = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let path = format!("{workspace}/docs/src/{name}");
    let page = std::fs::read_to_string(&path).unwrap();
    let dir = Dir::new();
    std::os::unix::fs::symlink(format!("{workspace}/examples"), dir.path("examples")).unwrap();
    let start = page.find(from).unwrap();
    let end = if to.is_empty() { page.len() } else { page.find(to).unwrap() };
    let mut blocks = blocks(&page);
    blocks.retain(|block| (start..end).contains(&block.range.start));
    for block in &blocks {
        if let Some(file) = block.file() {
            dir.write(file, block.text);
        }
    }
    let mut blessed = page.clone();
    let mut count = 0;
    // A command without an output is before a program.
    let has_output =
        |pair: &&[Block<'_>]| pair[0].language == "sh" && !pair[1].language.starts_with("rust");
    for pair in blocks.windows(2).rev().filter(has_output) {
        count += 1;
        let (commands, shown) = (pair[0].text, &pair[1]);
        let found = answer(&dir, commands);
        if has_lines(&found, shown.text) {
            continue;
        }
        assert!(env::var_os("TABLEWRIGHT_BLESS").is_some(), "{name}: {commands}prints\n{found}");
        assert!(!shown.text.contains("…\n"), "{name}: {commands}prints\n{found}");
        blessed.replace_range(shown.range.clone(), &found);
    }
    assert!(count > 0, "the page has examples");
    if blessed != page {
        std::fs::write(path, blessed).unwrap();
    }
}

/// Elsewhere there is no such shell.
#[cfg(not(unix))]
pub(crate) fn check(_: &str) {}

#[cfg(not(unix))]
fn check_part(_: &str, _: &str, _: &str) {}

#[test]
fn lines_may_be_left_out() {
    assert!(has_lines("a\nb\nc\nd\n", "a\n…\nc\n…\n"));
    assert!(has_lines("a\n", "a\n"));
    assert!(!has_lines("a\nb\n", "a\n"));
    assert!(!has_lines("a\nb\nc\n", "…\nb\n"));
}

#[test]
fn the_readme() {
    check("../../README.md");
}

#[test]
fn requests_from_programs() {
    check_part("requests.md", "# Requests from programs", "## The protocol");
}

#[test]
fn the_tutorial_of_tablegen() {
    check("tutorial/first-description.md");
    check("tutorial/first-table.md");
    check("tutorial/first-lint.md");
}

#[test]
fn the_tutorial_about_selection() {
    check("tutorial/selection.md");
}

#[test]
fn the_page_about_machine_code() {
    check("machine-code.md");
}

#[test]
fn the_page_about_patterns() {
    check_part("patterns.md", "## Select instructions", "## GlobalISel");
}

#[test]
fn the_page_that_follows_a_function() {
    check("from-c-to-result.md");
}

#[test]
fn the_page_about_running_programs() {
    check("run.md");
}

#[test]
fn the_guide_to_the_language() {
    check("language/types-and-values.md");
    check("language/classes.md");
    check("language/multiclasses.md");
    check("language/statements.md");
}

/// The operators whose arguments have a syntax of their own.
const SPECIAL_OPERATORS: [&str; 6] = ["cond", "filter", "foldl", "foreach", "sort", "switch"];

#[test]
fn each_operator_has_an_example_with_its_value() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/language/operators.md");
    let page = std::fs::read_to_string(path).unwrap();
    let rows: Vec<(&str, &str)> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `!")?.split_once("` | `"))
        .map(|(example, rest)| (example, rest.split_once("` |").unwrap().0))
        .collect();
    let mut text = blocks(&page)[0].text.to_owned();
    for (i, (example, _)) in rows.iter().enumerate() {
        // An argument of a dag has any type.
        text += &format!("def row{i} {{ dag Value = (op !{example}); }}\n");
    }
    let loaded = Session::new().load_text("operators.td", &text).unwrap_or_else(|e| panic!("{e}"));
    for (i, (example, value)) in rows.iter().enumerate() {
        let row = loaded.store.get(&format!("row{i}")).unwrap();
        let dag = row.get("Value").unwrap().as_dag().unwrap();
        assert_eq!(dag.arg_at(0).unwrap().1.to_string(), *value, "!{example}");
    }
    let name = |example: &str| example.split(['(', '<']).next().unwrap().to_owned();
    let shown: BTreeSet<String> = rows.iter().map(|(example, _)| name(example)).collect();
    let all = BangOp::all().map(BangOp::name).chain(SPECIAL_OPERATORS).map(str::to_owned);
    assert_eq!(shown, all.collect());
}
