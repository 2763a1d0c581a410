//! `cargo runner fmt`: formats all descriptions in a release, as `tablewright fmt` does without
//! settings.
//!
//! It checks that each file has a complete lossless tree, that formatting keeps its tokens and
//! comments, and that formatting again changes nothing. For some targets and dialects it compares
//! the records before and after. A table shows the number of changed lines, by rule, and the number
//! of lines that a reader would call worse:
//!
//! - `longer`: a line over the width, with tokens of lines that were within it;
//! - `apart`: a pair of adjacent lines within the width that started in the same column, and start in
//!   different columns now. Lines that start with `}` do not count: their column follows from the depth.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use clap::ArgMatches;
use tablewright_syntax::format::{
    LayoutEdit, LayoutError, LayoutOptions, LayoutRule, LineSelection, apply, format,
};
use tablewright_syntax::lossless::{LosslessTree, TokenKind};
use tablewright_text::byte_escape::{escape, unescape};
use xtask_support::files::files_with_extension;
use xtask_support::{CommandOutcome, say, summary};

use crate::arguments::{job_count, pattern};
use crate::jobs::ReferenceTool;
use crate::paths::BuildProfile;
use crate::reference::ReferenceRelease;
use crate::run::ScratchDir;
use crate::{paths, run};

/// Parts of the source tree, each a row in the table.
const COMPONENTS: [&str; 3] = ["llvm", "clang", "mlir"];

/// Main files whose records are compared, with their include directories.
const MAIN_FILES: [(&str, &[&str]); 10] = [
    ("llvm/lib/Target/Sparc/Sparc.td", &["llvm/include", "llvm/lib/Target/Sparc"]),
    ("llvm/lib/Target/MSP430/MSP430.td", &["llvm/include", "llvm/lib/Target/MSP430"]),
    ("llvm/lib/Target/AVR/AVR.td", &["llvm/include", "llvm/lib/Target/AVR"]),
    ("llvm/lib/Target/ARC/ARC.td", &["llvm/include", "llvm/lib/Target/ARC"]),
    ("llvm/lib/Target/Mips/Mips.td", &["llvm/include", "llvm/lib/Target/Mips"]),
    ("llvm/lib/Target/Hexagon/Hexagon.td", &["llvm/include", "llvm/lib/Target/Hexagon"]),
    ("llvm/include/llvm/IR/Intrinsics.td", &["llvm/include"]),
    ("clang/include/clang/Basic/Attr.td", &["clang/include", "clang/include/clang/Basic"]),
    ("mlir/include/mlir/Dialect/Arith/IR/ArithOps.td", &["mlir/include"]),
    ("mlir/include/mlir/Dialect/SPIRV/IR/SPIRVOps.td", &["mlir/include"]),
];

/// The result for a file.
enum FileResult {
    /// It has syntax errors, like tests for the parser.
    Refused,
    Formatted(FormattedSource),
    /// A check that failed.
    Failed(String),
}

#[derive(Default)]
struct FormattedSource {
    lines: usize,
    /// Number of changed lines, by rule.
    changed: BTreeMap<LayoutRule, usize>,
    worse: WorseLines,
    text: String,
}

/// The number of lines whose layout is worse than before.
#[derive(Clone, Copy, Default)]
struct WorseLines {
    longer: usize,
    apart: usize,
}

/// A line with tokens.
struct TokenLine {
    /// The first token, as an index, and the one after the last.
    first: usize,
    end: usize,
    closes_body: bool,
    start_column: usize,
    end_column: usize,
}

/// A row in the table.
#[derive(Default)]
struct FormattingRow {
    files: usize,
    refused: usize,
    changed_files: usize,
    lines: usize,
    changed: BTreeMap<LayoutRule, usize>,
    worse: WorseLines,
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let only = pattern(args)?;
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    let corpus = &release.corpus;
    let mut names = Vec::new();
    for component in COMPONENTS.map(|name| corpus.join(name)).iter().filter(|dir| dir.is_dir()) {
        let files = files_with_extension(component, "td");
        names.extend(files.map_err(|e| format!("{}: {e}", component.display()))?);
    }
    names.retain(|name| only.is_match(&name.to_string_lossy()));
    names.sort();
    let results = run::in_parallel(&names, job_count(args), |file| format_file(file));

    let scratch = ScratchDir::new("tablewright-fmt")?;
    let mut rows: BTreeMap<String, FormattingRow> = BTreeMap::new();
    let (mut passed, mut failed) = (0, 0);
    for (path, result) in names.iter().zip(results) {
        let name = path.strip_prefix(corpus).unwrap_or(path);
        let component = name.iter().next().map(|it| it.to_string_lossy().into_owned());
        let row = rows.entry(component.unwrap_or_default()).or_default();
        row.files += 1;
        match result {
            FileResult::Refused => {
                row.refused += 1;
                if args.get_flag("verbose") {
                    say!("{}: syntax errors", name.display());
                }
            }
            FileResult::Formatted(formatted) => {
                passed += 1;
                let worse = formatted.worse;
                if args.get_flag("verbose") && worse.longer + worse.apart > 0 {
                    say!("{}: {} longer, {} apart", name.display(), worse.longer, worse.apart);
                }
                copy(&scratch.path().join(name), &formatted.text)?;
                row.add(formatted);
            }
            FileResult::Failed(why) => {
                failed += 1;
                say!("{}: {why}", name.display());
            }
        }
    }
    table(&rows);
    if !args.get_flag("no-records") {
        let program = paths::candidate(args, BuildProfile::Release)?;
        let (same, differ) = compare_records(&release, &program, scratch.path())?;
        passed += same;
        failed += differ;
    }
    Ok(summary(passed, failed))
}

fn format_file(path: &Path) -> FileResult {
    let text = match fs::read(path) {
        Ok(bytes) => escape(bytes),
        Err(error) => return FileResult::Failed(error.to_string()),
    };
    let Ok(tree) = LosslessTree::new(&*text) else {
        return FileResult::Failed("too long".to_owned());
    };
    let written: String = tree.tokens().map(|it| [it.leading_text(), it.text()].concat()).collect();
    if written != text {
        return FileResult::Failed("the tree has not all of the text".to_owned());
    }
    let options = LayoutOptions::default();
    let edits = match format(&tree, &options, &LineSelection::All) {
        Ok(edits) => edits,
        Err(LayoutError::Syntax(_)) => return FileResult::Refused,
        Err(LayoutError::TokensDiffer) => return FileResult::Failed("tokens change".to_owned()),
    };
    let new = apply(&text, &edits);
    let Ok(new_tree) = LosslessTree::new(&*new) else {
        return FileResult::Failed("too long".to_owned());
    };
    let again = format(&new_tree, &options, &LineSelection::All);
    if !matches!(again, Ok(edits) if edits.is_empty()) {
        return FileResult::Failed("a second run changes it again".to_owned());
    }
    let changed = changed_lines(&text, &edits);
    let worse = worse_lines(&token_lines(&tree), &token_lines(&new_tree), options.width);
    FileResult::Formatted(FormattedSource {
        lines: text.lines().count(),
        changed,
        worse,
        text: new,
    })
}

/// Returns the lines of a file that have tokens.
fn token_lines(tree: &LosslessTree) -> Vec<TokenLine> {
    let mut lines: Vec<TokenLine> = Vec::new();
    let mut end = 0;
    for (index, token) in tree.tokens().enumerate() {
        let range = token.range();
        let start_of_line = tree.text()[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let column = |offset: usize| columns(&tree.text()[start_of_line..offset]);
        let (start_column, end_column) = (column(range.start), column(range.end));
        match lines.last_mut() {
            Some(line) if !tree.text()[end..range.start].contains('\n') => {
                line.end = index + 1;
                line.end_column = end_column;
            }
            _ => lines.push(TokenLine {
                first: index,
                end: index + 1,
                closes_body: token.kind() == TokenKind::RBrace,
                start_column,
                end_column,
            }),
        }
        end = range.end;
    }
    lines
}

/// Returns the column after a text at a line's start. A tab moves to the next multiple of eight.
fn columns(text: &str) -> usize {
    text.chars().fold(0, |column, c| if c == '\t' { (column / 8 + 1) * 8 } else { column + 1 })
}

fn worse_lines(old: &[TokenLine], new: &[TokenLine], width: Option<usize>) -> WorseLines {
    let width = width.unwrap_or(usize::MAX);
    let old_line = |token: usize| &old[old.partition_point(|line| line.end <= token)];
    let is_longer = |line: &&TokenLine| {
        line.end_column > width
            && (line.first..line.end).all(|token| old_line(token).end_column <= width)
    };
    let new_start = |line: &TokenLine| {
        let at = new.partition_point(|other| other.end <= line.first);
        (new[at].first == line.first).then_some(new[at].start_column)
    };
    let is_apart = |pair: &&[TokenLine]| {
        let [a, b] = pair else { return false };
        a.start_column == b.start_column
            && !(a.closes_body || b.closes_body)
            && a.end_column.max(b.end_column) <= width
            && new_start(a).zip(new_start(b)).is_some_and(|(a, b)| a != b)
    };
    WorseLines {
        longer: new.iter().filter(is_longer).count(),
        apart: old.windows(2).filter(is_apart).count(),
    }
}

/// Returns the number of lines that edits touch, by the rule of each line's first edit.
fn changed_lines(text: &str, edits: &[LayoutEdit]) -> BTreeMap<LayoutRule, usize> {
    let mut starts = vec![0];
    starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1));
    let line_of = |offset: usize| starts.partition_point(|&start| start <= offset);
    let mut lines: BTreeMap<usize, LayoutRule> = BTreeMap::new();
    for edit in edits {
        for line in line_of(edit.range.start)..=line_of(edit.range.end) {
            lines.entry(line).or_insert(edit.rule);
        }
    }
    let mut counts = BTreeMap::new();
    for rule in lines.into_values() {
        *counts.entry(rule).or_default() += 1;
    }
    counts
}

fn copy(path: &Path, text: &str) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", path.display());
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir).map_err(failed)?;
    }
    fs::write(path, unescape(text)).map_err(failed)
}

impl FormattingRow {
    fn add(&mut self, file: FormattedSource) {
        self.lines += file.lines;
        self.changed_files += usize::from(!file.changed.is_empty());
        self.worse.longer += file.worse.longer;
        self.worse.apart += file.worse.apart;
        for (rule, count) in file.changed {
            *self.changed.entry(rule).or_default() += count;
        }
    }
}

fn table(rows: &BTreeMap<String, FormattingRow>) {
    let share = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
    say!("            files  refused  changed     lines  changed       %  longer  apart  by rule");
    for (name, row) in rows {
        let changed = row.changed.values().sum();
        let rules = LayoutRule::ALL.iter().filter_map(|rule| {
            let count = *row.changed.get(rule)?;
            Some(format!("{rule:?} {:.2}%", share(count, row.lines)))
        });
        say!(
            "{name:10} {:6} {:8} {:8} {:9} {changed:8} {:7.2} {:7} {:6}  {}",
            row.files,
            row.refused,
            row.changed_files,
            row.lines,
            share(changed, row.lines),
            row.worse.longer,
            row.worse.apart,
            rules.collect::<Vec<_>>().join(", ")
        );
    }
}

/// Compares the records of some main files before and after. Returns the numbers of equal and
/// different main files.
fn compare_records(
    release: &ReferenceRelease,
    program: &Path,
    formatted: &Path,
) -> Result<(usize, usize), String> {
    let (mut same, mut differ) = (0, 0);
    for (file, includes) in MAIN_FILES {
        if !formatted.join(file).is_file() {
            continue;
        }
        let records = |dir: &Path| -> Result<Vec<u8>, String> {
            let mut command: Command = release.candidate(program, ReferenceTool::Llvm);
            command.arg("--print-records").arg(file).current_dir(dir).stdin(Stdio::null());
            command.args(includes.iter().map(|dir| format!("-I{dir}")));
            let output = command.output().map_err(|e| format!("{}: {e}", program.display()))?;
            if output.status.success() {
                Ok(output.stdout)
            } else {
                Err(format!("{file}: {}", String::from_utf8_lossy(&output.stderr)))
            }
        };
        if records(&release.corpus)? == records(formatted)? {
            same += 1;
        } else {
            differ += 1;
            say!("{file}: the records are not the same");
        }
    }
    say!("records of {same} of {} main files are the same", same + differ);
    Ok((same, differ))
}
