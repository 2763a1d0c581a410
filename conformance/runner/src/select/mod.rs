//! `cargo runner select`: selects instructions for random functions, as `llc` does.
//!
//! Both programs select the same IR: `opt` simplifies the functions, and `llc` prepares them for selection. The
//! instructions directly after selection are compared by name and order, without copies and constants, which C++
//! creates. `conformance/select` lists the functions that differ, each with the `llc` step that the description lacks.

mod functions;
mod known;
mod ours;
mod reasons;
mod reference;
mod targets;

use std::collections::BTreeMap;

use clap::ArgMatches;
use xtask_support::{CommandOutcome, say, summary};

use self::known::KnownDifferences;
use self::reference::Programs;
use self::targets::{SelectTarget, TARGETS};
use crate::arguments::pattern;
use crate::paths::{self, BuildProfile};
use crate::reference::ReferenceRelease;
use crate::run::ScratchDir;

/// Functions per target.
const COUNT: usize = 200;

/// Instructions by function.
type Selected = BTreeMap<String, Vec<String>>;

/// A function for which the programs select different instructions.
struct Difference {
    function: String,
    reference: Vec<String>,
    ours: Vec<String>,
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let only = pattern(args)?;
    let release = ReferenceRelease::main()?;
    let programs = release.program("llc").zip(release.program("opt"));
    let Some((llc, opt)) = programs else {
        say!("SKIPPED: llc and opt of LLVM {} are not installed", release.version());
        return Ok(std::process::ExitCode::SUCCESS);
    };
    let corpus = paths::corpus()?;
    let program = paths::candidate(args, BuildProfile::Release)?;
    let scratch = ScratchDir::new("tablewright-select")?;
    let (mut passed, mut failed) = (0, 0);
    for target in TARGETS.iter().filter(|target| only.is_match(target.name)) {
        let programs = Programs { llc: &llc, opt: &opt, target };
        let ir = programs.prepared_functions(COUNT)?;
        let reference = programs.selected(&ir)?;
        let file = scratch.path().join(format!("{}.ll", target.name));
        std::fs::write(&file, &ir).map_err(|e| format!("{}: {e}", file.display()))?;
        let ours = ours::selected(&program, target, &corpus, &file)?;
        let differences = differences(&reference, ours);
        let same = reference.len() - differences.len();
        say!("{}: {} functions, {same} alike", target.name, reference.len());
        let known = KnownDifferences::read(target)?;
        if args.get_flag("bless") {
            known.write(&differences)?;
            passed += reference.len();
            continue;
        }
        let unexpected = show(target, &differences, &known, args.get_flag("verbose"));
        passed += reference.len() - unexpected;
        failed += unexpected;
    }
    Ok(summary(passed, failed))
}

/// Returns the functions that differ, ordered by name.
fn differences(reference: &Selected, mut ours: Selected) -> Vec<Difference> {
    let difference = |(function, reference): (&String, &Vec<String>)| {
        let ours = ours.remove(function).unwrap_or_default();
        let (function, reference) = (function.clone(), reference.clone());
        (ours != reference).then_some(Difference { function, reference, ours })
    };
    reference.iter().filter_map(difference).collect()
}

/// Prints the reasons and the unlisted functions. Counts the unlisted functions.
fn show(
    target: &SelectTarget,
    differences: &[Difference],
    known: &KnownDifferences,
    is_verbose: bool,
) -> usize {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    let mut unexpected = 0;
    for difference in differences {
        let is_known = known.contains(difference);
        *reasons.entry(reasons::reason(target, difference).text()).or_default() += 1;
        unexpected += usize::from(!is_known);
        if is_verbose || !is_known {
            let mark = if is_known { "" } else { "NEW " };
            let Difference { function, reference, ours } = difference;
            say!("  {mark}{function}: llc {}; ours {}", reference.join(" "), ours.join(" "));
        }
    }
    for (reason, count) in reasons {
        say!("  {count}: {reason}");
    }
    for function in known.without(differences) {
        say!("  {function} is alike now: --bless removes it from the list");
    }
    unexpected
}
