//! `cargo xtask prose`: turns of phrase that make comments and pages hard to read, counted in each
//! part of the repository beside their limits.
//!
//! `parts` lists the parts and their files, `blocks` cuts a file into comments or paragraphs, and
//! `rates` counts. Parts that keep every limit are listed in `conformance/prose.txt`; `--ratchet` checks these parts only.

mod blocks;
mod files;
mod parts;
mod rates;

use std::collections::BTreeSet;
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use xtask_support::arguments::flag;
use xtask_support::ratchet::Ratchet;
use xtask_support::{CommandOutcome, say, summary, workspace};

use parts::ProsePart;
use rates::Rate;

pub(crate) fn command() -> Command {
    Command::new("prose")
        .about("Count turns of phrase that make comments, pages and messages hard to read")
        .arg(
            Arg::new("part")
                .value_name("PART")
                .help("Show all rates of this part, such as a crate"),
        )
        .arg(flag("check", "Fail if a rate is over its limit"))
        .arg(
            flag("ratchet", "Check the parts listed in conformance/prose.txt")
                .conflicts_with_all(["check", "part"]),
        )
        .arg(
            flag("bless", "Add the parts that keep all limits to conformance/prose.txt")
                .conflicts_with_all(["check", "part", "ratchet"]),
        )
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let parts = parts::all(workspace()).map_err(|e| e.to_string())?;
    if args.get_flag("ratchet") {
        return check_listed(&parts);
    }
    let parts: Vec<ProsePart> = match args.get_one::<String>("part") {
        Some(name) => vec![named(parts, name)?],
        None => parts,
    };
    let details = parts.len() == 1;
    let mut kept = BTreeSet::new();
    for part in &parts {
        if report(part, details)? == 0 {
            kept.insert(part.name.clone());
        }
    }
    if args.get_flag("bless") {
        say!("{}", list().extend(kept)?);
        return Ok(ExitCode::SUCCESS);
    }
    let failed = parts.len() - kept.len();
    Ok(if args.get_flag("check") && failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Returns the list of parts that keep all limits.
fn list() -> Ratchet {
    Ratchet::new(workspace().join("conformance/prose.txt"))
}

/// Checks the listed parts, and shows the rates if a part fails.
fn check_listed(parts: &[ProsePart]) -> CommandOutcome {
    let listed = list().read()?;
    let (mut passed, mut failed) = (0, 0);
    for name in &listed {
        let part = parts
            .iter()
            .find(|part| part.name == *name)
            .ok_or_else(|| format!("conformance/prose.txt: unknown part '{name}'"))?;
        if over(&measure(part)?.1) == 0 {
            passed += 1;
        } else {
            failed += 1;
            report(part, true)?;
        }
    }
    Ok(summary(passed, failed))
}

/// Finds a part by its name, or else a crate by its name without `tablewright-`.
fn named(mut parts: Vec<ProsePart>, name: &str) -> Result<ProsePart, String> {
    let exact = parts.iter().position(|part| part.name == name);
    let is_short = |part: &ProsePart| part.name.strip_prefix("tablewright-") == Some(name);
    match exact.or_else(|| parts.iter().position(is_short)) {
        Some(index) => Ok(parts.swap_remove(index)),
        None => {
            let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
            Err(format!("unknown part '{name}'; the parts are {}", names.join(", ")))
        }
    }
}

/// Prints a part's rates, or with `details` off its first line only. Returns the number of
/// rates over their limits.
fn report(part: &ProsePart, details: bool) -> Result<usize, String> {
    let (words, rates) = measure(part)?;
    let over = over(&rates);
    say!("{}: {words} words, {over} of {} rates over their limits", part.name, rates.len());
    for rate in rates.iter().filter(|_| details) {
        let mark = if rate.is_over { '!' } else { ' ' };
        say!("  {mark} {:52}{:7.2}  limit {}", rate.name, rate.value, rate.limit);
    }
    Ok(over)
}

fn measure(part: &ProsePart) -> Result<(usize, Vec<Rate>), String> {
    Ok(rates::measure(&part.blocks().map_err(|e| format!("{}: {e}", part.name))?))
}

fn over(rates: &[Rate]) -> usize {
    rates.iter().filter(|rate| rate.is_over).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_found_by_its_name_and_a_crate_also_by_its_short_name() {
        let find = |name: &str| {
            let parts = parts::all(workspace()).expect("the workspace can be read");
            named(parts, name).map(|part| part.name)
        };
        assert_eq!(find("messages"), Ok("messages".to_owned()));
        assert_eq!(find("tablewright-syntax"), Ok("tablewright-syntax".to_owned()));
        assert_eq!(find("syntax"), Ok("tablewright-syntax".to_owned()));
        assert!(find("nothing").is_err_and(|error| error.contains("'nothing'")));
    }
}
