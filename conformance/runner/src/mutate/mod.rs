//! `cargo runner mutate`: makes small changes to descriptions, and runs both programs on each.
//!
//! It changes descriptions of small targets, or the golden tests. Both programs read a target's
//! mutants with `--print-records`. If both accept a mutant and its records have changed, the
//! backends that the job list has for the target run, too. The reference needs most of the time, so
//! it is skipped for most actions whose output in our program did not change.

mod finding;
mod mutation;
mod reads;
mod served;
mod source;
mod subject;
mod trial;
mod verdict;
mod workspace;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use xtask_support::{CommandOutcome, say};

use self::finding::{MutantFinding, MutantFindings, MutantOrigin};
use self::mutation::Mutation;
use self::reads::ReadsCheck;
use self::served::ServedCheck;
use self::subject::MutantSubject;
use self::trial::Programs;
use self::workspace::Workspace;
use crate::arguments::{job_count, pattern};
use crate::paths::{self, BuildProfile};
use crate::random::Random;
use crate::reference::ReferenceRelease;
use crate::run::{self, ScratchDir};

/// Number of mutants that a worker tries before it checks the clock. A large target's mutant needs
/// a minute.
const BATCH: u64 = 4;

/// A mutant and its findings.
struct MutantResult {
    subject: usize,
    mutation: Mutation,
    findings: Vec<MutantFinding>,
    /// Whether both programs accepted it.
    read: bool,
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let seed = *args.get_one::<u64>("seed").expect("it has a default");
    let start = *args.get_one::<u64>("start").expect("it has a default");
    let end = args.get_one::<u64>("count").map_or(u64::MAX, |count| start + count);
    let time = args.get_one::<Duration>("for").copied();
    let keep = args.get_one::<PathBuf>("keep");
    let threads = job_count(args);
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(ExitCode::SUCCESS) };
    let ours = paths::candidate(args, BuildProfile::Release)?;
    let limit = Duration::from_secs(*args.get_one("timeout").expect("it has a default"));
    let programs = Programs::new(release, ours, limit, args.get_flag("messages"));
    let began = Instant::now();
    let scratch = ScratchDir::new("tablewright-mutate")?;
    let of_golden = args.get_flag("golden");
    let names: Vec<String> = args.get_many("targets").into_iter().flatten().cloned().collect();
    if args.get_flag("reads") {
        let workspace = |name: &str| {
            Workspace::for_targets(scratch.path().join(name), &programs.release, &names)
        };
        let Programs { release, ours, limit, .. } = &programs;
        let (old, new) = (workspace("old")?, workspace("new")?);
        let check = ReadsCheck { old, new, release, ours, limit: *limit };
        let has_time = |_: &u64| time.is_none_or(|time| began.elapsed() < time);
        let checked = check.run(&names, seed, (start..end).take_while(has_time))?;
        checked.say();
        let is_sound = checked.unread == 0;
        return Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    if args.get_flag("served") {
        let Programs { release, ours, limit, .. } = &programs;
        let workspace = Workspace::for_targets(scratch.path().to_owned(), release, &names)?;
        let check = ServedCheck { workspace, release, ours, limit: *limit };
        let has_time = |_: &u64| time.is_none_or(|time| began.elapsed() < time);
        let counts = check.run(&names, seed, (start..end).take_while(has_time))?;
        counts.say();
        let is_same = counts.different == 0;
        return Ok(if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let workspaces = (0..threads)
        .map(|i| {
            let root = scratch.path().join(i.to_string());
            if of_golden {
                Workspace::for_golden_tests(root)
            } else {
                Workspace::for_targets(root, &programs.release, &names)
            }
        })
        .collect::<Result<Vec<_>, String>>()?;
    let subjects = if of_golden {
        subject::golden_tests(&workspaces[0], &programs)?
    } else {
        subject::targets(&names, &pattern(args)?, &workspaces[0], &programs)?
    };

    let free = Mutex::new(workspaces);
    let mut findings = MutantFindings::default();
    let (mut next, mut read) = (start, 0);
    while next < end && time.is_none_or(|time| began.elapsed() < time) {
        let batch: Vec<u64> = (next..end.min(next + BATCH * threads as u64)).collect();
        let tried = run::in_parallel(&batch, threads, |&index| {
            let lock = || free.lock().expect("no worker panics while it holds the lock");
            let workspace = lock().pop().expect("each worker holds one workspace at most");
            let tried = attempt(seed, index, &subjects, &workspace, &programs);
            lock().push(workspace);
            tried
        });
        for (&index, tried) in batch.iter().zip(tried) {
            let MutantResult { subject, mutation, findings: found, read: was_read } = tried?;
            read += usize::from(was_read);
            let subject = &subjects[subject].name;
            let origin = MutantOrigin { seed, index, subject, mutation: &mutation };
            for finding in found {
                findings.add(&finding, &origin, keep.map(PathBuf::as_path))?;
            }
        }
        next += batch.len() as u64;
    }
    let (count, compared) = (next - start, programs.compared());
    say!("{count} mutants of {}, {read} read by both, {compared} outputs compared", subjects.len());
    let faults = findings.summary();
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn attempt(
    seed: u64,
    index: u64,
    subjects: &[MutantSubject],
    workspace: &Workspace,
    programs: &Programs,
) -> Result<MutantResult, String> {
    let mut random = Random::for_trial(seed, index);
    let number = random.below(subjects.len());
    let subject = &subjects[number];
    let mutation = mutation::mutate(&subject.source, &mut random);
    let path = workspace.path(&subject.directory).join(&mutation.file);
    let write =
        |text: &[u8]| fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()));
    write(&mutation.text)?;
    let result = subject.run_both(&mut random, workspace, programs);
    for file in subject.source.files.iter().filter(|file| file.name == mutation.file) {
        write(&file.text)?;
    }
    let (findings, read) = result?;
    Ok(MutantResult { subject: number, mutation, findings, read })
}
