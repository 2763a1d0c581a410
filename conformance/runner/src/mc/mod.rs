//! `cargo runner mc`: assembles and disassembles LLVM's own machine code tests (`test/MC`) with both programs.
//!
//! A test has `RUN:` lines with a triple, a processor and features. For each of them, both programs receive each
//! instruction by itself: the same acceptance, bytes and text are expected. Directives, macros and the
//! state that they have are left out. If bytes depend on a symbol, only their number is compared. The disassembler's
//! text counts for an assembled instruction.

mod compare;
mod ours;
mod reference;
mod script;
mod targets;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;
use xtask_support::{CommandOutcome, say, summary};

use self::compare::{Comparison, Difference};
use self::script::McTest;
use self::targets::{McTarget, TARGETS};
use crate::arguments::pattern;
use crate::paths;
use crate::reference::ReferenceRelease;

/// The tests within a source directory.
const TESTS: &str = "llvm-build-19.1.7/sources/llvm/test/MC";

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let only = pattern(args)?;
    let corpus = paths::corpus()?;
    let tests = corpus.with_file_name(TESTS);
    let program = ReferenceRelease::main()?.program("llvm-mc");
    let Some(program) = program.filter(|_| tests.is_dir()) else {
        say!("SKIPPED: llvm-mc or the tests in {} are missing", tests.display());
        return Ok(ExitCode::SUCCESS);
    };
    let is_verbose = args.get_flag("verbose");
    let (mut passed, mut failed) = (0, 0);
    for target in TARGETS.iter().filter(|target| only.is_match(target.name)) {
        let counts = compare_target(target, &corpus, &tests, &program)?;
        counts.show(target, is_verbose);
        passed += counts.comparison.same;
        failed += counts.comparison.differences.len();
    }
    Ok(summary(passed, failed))
}

/// The results for a target.
#[derive(Default)]
struct TargetCounts {
    files: usize,
    comparison: Comparison,
}

impl TargetCounts {
    fn show(&self, target: &McTarget, is_verbose: bool) {
        let Comparison { same, differences, symbols, other_symbols } = &self.comparison;
        let mut kinds: BTreeMap<&str, Vec<&Difference>> = BTreeMap::new();
        for difference in differences {
            kinds.entry(difference.kind.name()).or_default().push(difference);
        }
        kinds.entry("with symbols").or_default().extend(other_symbols);
        let (lines, with_symbols) = (same + differences.len(), symbols + other_symbols.len());
        say!(
            "{}: {} files; {lines} lines, {} differ; {with_symbols} lines with symbols, {} differ",
            target.name,
            self.files,
            differences.len(),
            other_symbols.len()
        );
        for (kind, list) in kinds {
            say!("  {}: {kind}", list.len());
            let count = if is_verbose { list.len() } else { 3 };
            for difference in list.iter().take(count) {
                say!("    {difference}");
            }
        }
    }
}

/// Compares all tests for a target.
fn compare_target(
    target: &McTarget,
    corpus: &Path,
    tests: &Path,
    program: &Path,
) -> Result<TargetCounts, String> {
    let mut counts = TargetCounts::default();
    let store = ours::store(target, corpus)?;
    let mut machines = ours::Machines::new(&store);
    for test in script::tests(target, tests)? {
        let McTest { path, settings, lines, .. } = &test;
        if settings.is_empty() || lines.is_empty() {
            continue;
        }
        counts.files += 1;
        let name = path.strip_prefix(tests).unwrap_or(path).display().to_string();
        for setting in settings {
            let answers = reference::answers(program, setting, lines)?;
            let machine = machines.machine(setting)?;
            let compared = lines.iter().zip(&answers);
            for (line, answer) in compared {
                let ours = machine.answer(line);
                let both = Difference::new((&name, line), setting, answer.clone(), ours);
                let text = |bytes: &[u8]| reference::text(program, setting, bytes);
                let kind = both.find(text)?;
                counts.comparison.add(both, kind);
            }
        }
    }
    Ok(counts)
}
