//! Checks the book in `docs/`: each page is listed and exists, links and anchors are valid, and
//! examples are golden tests, so that they show current output. If `mdbook` is installed, the book
//! is also built.

mod excerpts;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, ExitCode};

use regex_lite::Regex;
use xtask_support::files::files_with_extension;
use xtask_support::{CommandOutcome, say, summary, workspace};

use excerpts::excerpts;

/// File with the list of pages.
const SUMMARY: &str = "SUMMARY.md";

/// Directories whose pages each describe a backend, and must show an example.
const BACKENDS: [&str; 5] = ["general", "llvm", "clang", "lldb", "offload"];

pub(crate) fn main() -> CommandOutcome {
    let docs = workspace().join("docs");
    let book = Book::read(&docs.join("src")).map_err(|e| format!("{}: {e}", docs.display()))?;
    let problems = book.problems();
    for problem in &problems {
        say!("{problem}");
    }
    if !problems.is_empty() {
        return Ok(summary(book.pages.len(), problems.len()));
    }
    let built = build(&docs)?;
    Ok(if built { summary(book.pages.len(), 0) } else { ExitCode::FAILURE })
}

/// Builds the book with `mdbook`. Returns true on success or if the program is not installed.
fn build(docs: &Path) -> Result<bool, String> {
    let status = Command::new("mdbook")
        .arg("build")
        .arg(docs)
        .arg("--dest-dir")
        .arg(workspace().join("target/book"))
        .status();
    match status {
        Ok(status) => Ok(status.success()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            say!("SKIPPED: the book is not built, for mdbook is not installed");
            Ok(true)
        }
        Err(error) => Err(format!("mdbook: {error}")),
    }
}

/// The pages, by path within the book.
struct Book {
    src: PathBuf,
    pages: BTreeMap<PathBuf, String>,
}

/// A link, include or heading on a page.
struct PageReference<'a> {
    line: usize,
    text: &'a str,
}

impl Book {
    fn read(src: &Path) -> io::Result<Book> {
        let mut pages = BTreeMap::new();
        for path in files_with_extension(src, "md")? {
            let text = with_documents(&path, &fs::read_to_string(&path)?);
            pages.insert(path.strip_prefix(src).unwrap_or(&path).to_owned(), text);
        }
        Ok(Book { src: src.to_owned(), pages })
    }

    /// Returns all problems, a line each.
    fn problems(&self) -> Vec<String> {
        let mut problems = self.unlisted();
        for (path, text) in &self.pages {
            let mut problem = |line: usize, what: String| {
                problems.push(format!("docs/src/{}:{line}: {what}", path.display()));
            };
            for link in links(text) {
                if let Err(what) = self.check_link(path, link.text) {
                    problem(link.line, what);
                }
            }
            let includes = includes(text);
            for include in &includes {
                if let Err(what) = self.check_include(path, include.text) {
                    problem(include.line, what);
                }
            }
            for excerpt in excerpts(text) {
                match fs::read_to_string(workspace().join(excerpt.file)) {
                    Ok(file) => {
                        if let Some(missing) = excerpt.missing_from(&file) {
                            let what = format!("{} does not have there: {missing}", excerpt.file);
                            problem(excerpt.line, what);
                        }
                    }
                    Err(_) => problem(excerpt.line, format!("there is no file {}", excerpt.file)),
                }
            }
            let is_backend = BACKENDS.iter().any(|dir| path.starts_with(dir));
            if is_backend && includes.is_empty() {
                problem(1, "a backend's page shows an example that is a golden test".to_owned());
            }
        }
        problems
    }

    /// Returns pages that exist but are not listed, or are listed twice.
    fn unlisted(&self) -> Vec<String> {
        let summary = self.pages.get(Path::new(SUMMARY)).map_or("", String::as_str);
        let mut listed = BTreeSet::new();
        let mut problems = Vec::new();
        for link in links(summary) {
            if !listed.insert(PathBuf::from(link.text)) {
                let PageReference { line, text } = link;
                problems.push(format!("docs/src/{SUMMARY}:{line}: {text} is listed twice"));
            }
        }
        listed.insert(PathBuf::from(SUMMARY));
        let unlisted = self.pages.keys().filter(|&path| !listed.contains(path));
        problems
            .extend(unlisted.map(|path| format!("docs/src/{}: not in {SUMMARY}", path.display())));
        problems
    }

    fn check_link(&self, page: &Path, target: &str) -> Result<(), String> {
        if target.contains("://") || target.starts_with("mailto:") {
            return Ok(());
        }
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let path = if file.is_empty() { page.to_owned() } else { within(page, file) };
        let is_picture =
            path.extension().is_some_and(|extension| extension == "svg" || extension == "png");
        if is_picture && self.src.join(&path).is_file() {
            return Ok(());
        }
        let Some(text) = self.pages.get(&path) else {
            return Err(format!("there is no page {}", path.display()));
        };
        if anchor.is_empty() || headings(text).any(|heading| slug(heading) == anchor) {
            Ok(())
        } else {
            Err(format!("{} has no heading #{anchor}", path.display()))
        }
    }

    /// Checks that an include is a golden test: a file `tests/data/<area>/{ok,err}/<name>`, a file
    /// that such a test includes from its area or from `tests/data/support`, or the area's example.
    fn check_include(&self, page: &Path, target: &str) -> Result<(), String> {
        // A colon separates the file from the part.
        let file = target.split(':').next().unwrap_or(target).trim();
        let path = within(&self.src.join(page), file);
        if !path.is_file() {
            return Err(format!("there is no file {file}"));
        }
        let path = path.canonicalize().map_err(|e| format!("{file}: {e}"))?;
        if is_of_example(&path) {
            return Ok(());
        }
        let tests = workspace().join("tests/data");
        let tests = tests.canonicalize().map_err(|e| format!("{}: {e}", tests.display()))?;
        let parts: Vec<&str> = path
            .strip_prefix(&tests)
            .map(|rest| rest.iter().filter_map(|part| part.to_str()).collect())
            .unwrap_or_default();
        let is_golden = match parts[..] {
            [_, "ok" | "err", _] => is_golden(&path),
            // Included by tests in several areas.
            ["support", name] => areas(&tests)?.iter().any(|area| is_included(area, name)),
            [area, name] => is_included(&tests.join(area), name),
            _ => false,
        };
        if is_golden { Ok(()) } else { Err(format!("{file} is not of a golden test")) }
    }
}

/// Returns the golden test folders.
fn areas(tests: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(tests).map_err(|e| format!("{}: {e}", tests.display()))?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

/// Returns whether the file at `path` is the input, output or messages of a golden test.
fn is_golden(path: &Path) -> bool {
    path.with_extension("td").is_file()
        && ["out", "err"].iter().any(|ending| path.with_extension(ending).is_file())
}

/// Returns whether a golden test in `area` includes the file `name` from it.
fn is_included(area: &Path, name: &str) -> bool {
    let include = format!("include \"{name}\"");
    let from_below = format!("include \"../{name}\"");
    let entries = ["ok", "err"].iter().filter_map(|kind| fs::read_dir(area.join(kind)).ok());
    entries.flatten().flatten().map(|entry| entry.path()).any(|path| {
        let text = fs::read_to_string(&path).unwrap_or_default();
        is_golden(&path) && (text.contains(&include) || text.contains(&from_below))
    })
}

/// Returns whether the file at `path` is `examples/<area>/<name>` and a golden test in `area`
/// includes it, directly or through another file in the example; or whether it is a library
/// example, which tests run.
fn is_of_example(path: &Path) -> bool {
    let root = workspace().canonicalize().unwrap_or_default();
    let parts: Vec<&str> = path
        .strip_prefix(&root)
        .map(|rest| rest.iter().filter_map(|part| part.to_str()).collect())
        .unwrap_or_default();
    if let ["crates", "tablewright", "examples", ..] | ["examples", "build-script" | "python", ..] =
        parts[..]
    {
        return true;
    }
    let ["examples", area, name] = parts[..] else { return false };
    let include = format!("include \"{name}\"");
    let example = fs::read_dir(root.join("examples").join(area));
    let files = example.ok().into_iter().flatten().flatten().map(|entry| entry.path());
    let includes_it =
        |file: &PathBuf| fs::read_to_string(file).is_ok_and(|text| text.contains(&include));
    is_included(&root.join("tests/data").join(area), name)
        || files.filter(includes_it).any(|file| is_of_example(&file))
}

/// Resolves `file`, a path in a link on `page`, relative to the page's directory.
fn within(page: &Path, file: &str) -> PathBuf {
    let mut path = page.parent().map(Path::to_owned).unwrap_or_default();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            part @ (Component::Prefix(_) | Component::RootDir | Component::Normal(_)) => {
                path.push(part)
            }
        }
    }
    path
}

/// Replaces the includes of Markdown documents on the page at `path` by their texts, so that links can lead to their
/// headings. An include of a missing document stays, and is reported as an include.
fn with_documents(path: &Path, page: &str) -> String {
    let document = |line: &str| {
        let file = line.strip_prefix("{{#include ")?.strip_suffix("}}")?;
        file.ends_with(".md").then(|| fs::read_to_string(within(path, file)).ok())?
    };
    page.lines().map(|line| document(line).unwrap_or_else(|| format!("{line}\n"))).collect()
}

/// Returns the lines outside code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().enumerate().filter_map(move |(i, line)| {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
            return None;
        }
        (!in_code).then_some((i + 1, line))
    })
}

/// Finds link targets. A link that continues on the next line is found by its second half.
fn links(text: &str) -> Vec<PageReference<'_>> {
    let pattern = Regex::new(r"\]\(([^)\s]+)\)").expect("it is well-formed");
    prose(text)
        .flat_map(|(line, text)| pattern.captures_iter(text).map(move |c| (line, c)))
        .filter_map(|(line, captures)| {
            Some(PageReference { line, text: captures.get(1)?.as_str() })
        })
        .collect()
}

/// Finds includes, most of them in code.
fn includes(text: &str) -> Vec<PageReference<'_>> {
    let target = |line| Some(str::split_once(line, "{{#include ")?.1.split_once("}}")?.0);
    let lines = text.lines().enumerate();
    lines.filter_map(|(i, line)| Some(PageReference { line: i + 1, text: target(line)? })).collect()
}

fn headings(text: &str) -> impl Iterator<Item = &str> {
    prose(text)
        .filter(|(_, line)| line.starts_with('#'))
        .map(|(_, line)| line.trim_start_matches('#').trim())
}

/// Returns the anchor name for a heading.
fn slug(heading: &str) -> String {
    heading
        .chars()
        .filter_map(|c| match c {
            _ if c.is_alphanumeric() || c == '_' || c == '-' => Some(c.to_ascii_lowercase()),
            _ if c.is_whitespace() => Some('-'),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(pages: &[(&str, &str)]) -> Vec<String> {
        let pages = pages.iter().map(|(path, text)| (path.into(), (*text).to_owned())).collect();
        Book { src: workspace().join("docs/src"), pages }.problems()
    }

    #[test]
    fn pages_are_listed_once_and_exist() {
        let summary = "- [A](a.md)\n- [B](b.md)\n- [A](a.md)\n";
        assert_eq!(
            problems(&[(SUMMARY, summary), ("a.md", ""), ("c/d.md", "")]),
            [
                "docs/src/SUMMARY.md:3: a.md is listed twice",
                "docs/src/c/d.md: not in SUMMARY.md",
                "docs/src/SUMMARY.md:2: there is no page b.md",
            ]
        );
    }

    #[test]
    fn links_lead_to_pages_and_headings() {
        let a = "# A\n[x](c/d.md) [y](c/d.md#two-words) [z](#a) [w](https://x.org/y)\n\
                 [x](c/e.md) [y](c/d.md#three) [z](#b)\n```\n[no](link.md)\n```\n";
        let d = "## Two words!\n[a](../a.md)\n";
        let summary = "[A](a.md)\n[D](c/d.md)";
        assert_eq!(
            problems(&[(SUMMARY, summary), ("a.md", a), ("c/d.md", d)]),
            [
                "docs/src/a.md:3: there is no page c/e.md",
                "docs/src/a.md:3: c/d.md has no heading #three",
                "docs/src/a.md:3: a.md has no heading #b",
            ]
        );
    }

    #[test]
    fn documents_are_parts_of_the_pages_that_include_them() {
        let page = workspace().join("docs/src/errors/lints.md");
        let include = "{{#include ../../../crates/tablewright-syntax/src/code/lints.md}}\n";
        let text = with_documents(&page, include);
        assert!(headings(&text).any(|heading| heading.starts_with("TW4001")), "{text}");
        assert!(includes(&text).is_empty());
        assert_eq!(with_documents(&page, "{{#include none.md}}\n"), "{{#include none.md}}\n");
    }

    #[test]
    fn pictures_are_files() {
        let a = "![x](encoding-addi.svg)\n![x](playground-fix.png)\n![y](none.svg)\n";
        assert_eq!(
            problems(&[(SUMMARY, "[A](a.md)"), ("a.md", a)]),
            ["docs/src/a.md:3: there is no page none.svg"]
        );
    }

    #[test]
    fn examples_are_golden_tests() {
        let ok = "```\n{{#include ../../../tests/data/include/ok/order.td}}\n\
                  {{#include ../../../tests/data/include/err/missing.err}}\n```\n";
        let bad = "{{#include ../../../README.md}}\n{{#include ../none.td}}\n";
        let summary = "[A](llvm/a.md)\n[B](llvm/b.md)\n[C](llvm/c.md)";
        assert_eq!(
            problems(&[
                (SUMMARY, summary),
                ("llvm/a.md", ok),
                ("llvm/b.md", bad),
                ("llvm/c.md", "")
            ]),
            [
                "docs/src/llvm/b.md:1: ../../../README.md is not of a golden test",
                "docs/src/llvm/b.md:2: there is no file ../none.td",
                "docs/src/llvm/c.md:1: a backend's page shows an example that is a golden test",
            ]
        );
    }
}
