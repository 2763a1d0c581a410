//! `cargo xtask conformance`: every job of an LLVM and Clang build, compared with the reference.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ArgMatches;

use crate::jobs::{self, Golden, Job};
use crate::output::say;
use crate::paths::Profile;
use crate::run::{self, Ended, Scratch};
use crate::{Outcome, first_difference, job_count, paths, pattern, ratchet, summary, tokens};

/// How many differences are shown where not all were asked for: each runs the reference.
const SHOWN: usize = 10;

/// What became of a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Verdict {
    /// The same bytes.
    Exact,
    /// The same tokens, see [`tokens`].
    Same,
    Differs,
    Error,
    Timeout,
}

const VERDICTS: [(Verdict, &str); 5] = [
    (Verdict::Exact, "exact"),
    (Verdict::Same, "same"),
    (Verdict::Differs, "differs"),
    (Verdict::Error, "error"),
    (Verdict::Timeout, "timeout"),
];

impl Verdict {
    pub(crate) fn passes(self) -> bool {
        matches!(self, Verdict::Exact | Verdict::Same)
    }

    fn word(self) -> &'static str {
        VERDICTS[self as usize].1
    }
}

struct Setting {
    corpus: PathBuf,
    program: PathBuf,
    outputs: PathBuf,
    keep: bool,
    limit: Duration,
}

struct Judged {
    verdict: Verdict,
    /// The first line of what it said, or where it differs.
    why: String,
}

pub(crate) fn main(given: &ArgMatches) -> Outcome {
    let only = pattern(given)?;
    let ratchet = given.get_flag("ratchet");
    let passing = ratchet::JOBS.read()?;
    let scratch = Scratch::new("tablewright-conformance")?;
    let kept = given.get_one::<PathBuf>("keep");
    let setting = Setting {
        corpus: paths::corpus()?,
        program: paths::candidate(given, Profile::Release)?,
        outputs: kept
            .map_or_else(|| Ok(scratch.path().to_owned()), std::path::absolute)
            .map_err(|e| format!("--keep: {e}"))?,
        keep: kept.is_some(),
        limit: Duration::from_secs(*given.get_one("timeout").expect("it has a default")),
    };
    let all: Vec<(Job, Golden)> = jobs::read()?
        .into_iter()
        .filter(|(job, _)| only.is_match(&format!("{} {}", job.id, job.action)))
        .filter(|(job, _)| !ratchet || passing.contains(&job.id))
        .collect();
    let results =
        run::in_parallel(&all, job_count(given), |(job, golden)| judge(job, golden, &setting));
    let results = results.into_iter().collect::<Result<Vec<Judged>, String>>()?;

    show_failures(&all, &results, &setting, given.get_flag("verbose"));
    show_table(&all, &results);
    let passed = results.iter().filter(|r| r.verdict.passes()).count();
    if given.get_flag("bless") {
        let ids = all.iter().zip(&results).filter(|(_, r)| r.verdict.passes());
        say!("{}", ratchet::JOBS.extend(ids.map(|((job, _), _)| job.id.clone()))?);
    }
    Ok(summary(passed, results.len() - passed))
}

fn judge(job: &Job, golden: &Golden, setting: &Setting) -> Result<Judged, String> {
    let path = setting.outputs.join(&job.id);
    let parent = path.parent().expect("an id is a relative path");
    fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
    let errors = path.with_extension("stderr");
    let mut command = job.tool.candidate(&setting.program);
    job.arguments(&mut command, &setting.corpus, &path);
    let ended = run::run(&mut command, &errors, setting.limit)?;
    let judged = match ended {
        Ended::Timeout => Judged { verdict: Verdict::Timeout, why: String::new() },
        Ended::Exit(status, said) => {
            let why = said.lines().next().unwrap_or_default().to_owned();
            let verdict = if golden.rc != 0 {
                if status.success() { Verdict::Differs } else { Verdict::Exact }
            } else if !status.success() {
                Verdict::Error
            } else {
                fs::read(&path).map_or(Verdict::Error, |data| compare(&data, job, golden))
            };
            Judged { verdict, why }
        }
    };
    // What could not be removed is removed with the scratch directory.
    drop(fs::remove_file(&errors));
    if !setting.keep && judged.verdict != Verdict::Differs {
        drop(fs::remove_file(&path));
    }
    Ok(judged)
}

/// How an output compares with what the reference made of the job.
pub(crate) fn compare(data: &[u8], job: &Job, golden: &Golden) -> Verdict {
    if golden.sha256.as_deref() == Some(&tokens::exact_hash(data)) {
        return Verdict::Exact;
    }
    let same = tokens::is_c_like(&job.id)
        && golden.normal.as_deref() == Some(&tokens::normal_hash(data, &job.action));
    if same { Verdict::Same } else { Verdict::Differs }
}

fn show_failures(all: &[(Job, Golden)], results: &[Judged], setting: &Setting, verbose: bool) {
    let failed = all.iter().zip(results).filter(|(_, r)| !r.verdict.passes());
    let limit = if verbose { usize::MAX } else { SHOWN };
    for ((job, _), judged) in failed.clone().take(limit) {
        say!("{:8} {}  {}", judged.verdict.word(), job.id, judged.why);
        if judged.verdict == Verdict::Differs
            && let Some(difference) = difference(job, setting)
        {
            say!("{difference}");
        }
    }
    let more = failed.count().saturating_sub(limit);
    if more > 0 {
        say!("… and {more} more (--verbose shows them)");
    }
}

/// The first difference, where the reference program is installed.
fn difference(job: &Job, setting: &Setting) -> Option<String> {
    let ours: &Path = &setting.outputs.join(&job.id);
    let theirs = ours.with_extension("reference");
    let mut command = job.tool.reference()?;
    job.arguments(&mut command, &setting.corpus, &theirs);
    run::run(&mut command, &ours.with_extension("stderr"), setting.limit).ok()?;
    let (reference, ours) = (fs::read(theirs).ok()?, fs::read(ours).ok()?);
    Some(first_difference::describe(&reference, &ours, &job.id, &job.action))
}

fn show_table(all: &[(Job, Golden)], results: &[Judged]) {
    let mut table: BTreeMap<(&str, &str), [usize; VERDICTS.len()]> = BTreeMap::new();
    for ((job, _), judged) in all.iter().zip(results) {
        table.entry((job.tool.word(), &job.action)).or_default()[judged.verdict as usize] += 1;
    }
    let cells = |texts: Vec<String>| texts.iter().map(|t| format!("{t:>9}")).collect::<String>();
    say!("{:52}{}", "action", cells(VERDICTS.iter().map(|(_, word)| (*word).to_owned()).collect()));
    for ((tool, action), row) in &table {
        let counts = row.iter().map(|&n| if n == 0 { ".".into() } else { n.to_string() });
        say!("{:52}{}", format!("{tool} {action}"), cells(counts.collect()));
    }
}
