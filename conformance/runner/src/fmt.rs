//! `cargo runner fmt`: formats all descriptions in a release, as `tablewright fmt` does without
//! settings.
//!
//! It checks that each file has a complete lossless tree, that formatting keeps its tokens and
//! comments, and that formatting again changes nothing. For some targets and dialects it compares
//! the records before and after. A table shows the number of changed lines, by rule.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use clap::ArgMatches;
use tablewright_syntax::format::{
    LayoutEdit, LayoutError, LayoutOptions, LayoutRule, LineSelection, apply, format,
};
use tablewright_syntax::lossless::LosslessTree;
use tablewright_text::byte_escape::{escape, unescape};
use xtask_support::{CommandOutcome, say, summary};

use crate::arguments::{job_count, pattern};
use crate::jobs::ReferenceTool;
use crate::mlir_json::find;
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
    text: String,
}

/// A row in the table.
#[derive(Default)]
struct FormattingRow {
    files: usize,
    refused: usize,
    changed_files: usize,
    lines: usize,
    changed: BTreeMap<LayoutRule, usize>,
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let only = pattern(args)?;
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    let corpus = &release.corpus;
    let mut names = Vec::new();
    for component in COMPONENTS.map(|name| corpus.join(name)).iter().filter(|dir| dir.is_dir()) {
        find(component, &mut names).map_err(|e| format!("{}: {e}", component.display()))?;
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
    let again = LosslessTree::new(&*new).map(|tree| format(&tree, &options, &LineSelection::All));
    if !matches!(again, Ok(Ok(edits)) if edits.is_empty()) {
        return FileResult::Failed("a second run changes it again".to_owned());
    }
    let changed = changed_lines(&text, &edits);
    FileResult::Formatted(FormattedSource { lines: text.lines().count(), changed, text: new })
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
        for (rule, count) in file.changed {
            *self.changed.entry(rule).or_default() += count;
        }
    }
}

fn table(rows: &BTreeMap<String, FormattingRow>) {
    let share = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
    say!("            files  refused  changed     lines  changed       %  by rule");
    for (name, row) in rows {
        let changed = row.changed.values().sum();
        let rules = LayoutRule::ALL.iter().filter_map(|rule| {
            let count = *row.changed.get(rule)?;
            Some(format!("{rule:?} {:.2}%", share(count, row.lines)))
        });
        say!(
            "{name:10} {:6} {:8} {:8} {:9} {changed:8} {:7.2}  {}",
            row.files,
            row.refused,
            row.changed_files,
            row.lines,
            share(changed, row.lines),
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
