//! `cargo runner conformance`: compares each job in an LLVM and Clang build with the reference.
//!
//! The jobs run twice, in LLVM's tree and with an installed LLVM, and the program has to find the release itself. With
//! `--name-release` they run once. With `--batch` a single `tablewright batch` writes the files of all jobs that the
//! reference runs without an error; only a job whose file is missing or differs runs alone, for its messages.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ArgMatches;
use tablewright_text::generated_output::{first_difference, is_c_like};
use xtask_support::hash::exact_hash;
use xtask_support::{CommandOutcome, say, summary};

use crate::arguments::{job_count, pattern};
use crate::jobs::{self, GoldenJob, ReferenceFileHashes, ReferenceJob};
use crate::paths::BuildProfile;
use crate::reference::ReferenceRelease;
use crate::release_source::ReleaseSource;
use crate::run::{self, Ended, ScratchDir};
use crate::{paths, tokens};

/// Maximum number of differences shown by default; each needs a run of the reference.
const SHOWN: usize = 10;

/// The result of a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ConformanceVerdict {
    /// The same bytes.
    Exact,
    /// The same tokens, see [`tokens`].
    Same,
    Differs,
    Error,
    Timeout,
}

const VERDICTS: [(ConformanceVerdict, &str); 5] = [
    (ConformanceVerdict::Exact, "exact"),
    (ConformanceVerdict::Same, "same"),
    (ConformanceVerdict::Differs, "differs"),
    (ConformanceVerdict::Error, "error"),
    (ConformanceVerdict::Timeout, "timeout"),
];

impl ConformanceVerdict {
    pub(crate) fn passes(self) -> bool {
        matches!(self, ConformanceVerdict::Exact | ConformanceVerdict::Same)
    }

    fn word(self) -> &'static str {
        VERDICTS[self as usize].1
    }
}

#[derive(Clone)]
struct ConformanceSetting {
    release: ReferenceRelease,
    program: PathBuf,
    outputs: PathBuf,
    /// The directory that paths of descriptions are relative to.
    directory: PathBuf,
    keep: bool,
    limit: Duration,
    /// The number of jobs at a time.
    threads: usize,
}

struct Judged {
    verdict: ConformanceVerdict,
    /// The first line of its messages, or the first difference.
    why: String,
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let only = pattern(args)?;
    let ratchet = args.get_flag("ratchet");
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    let sources = ReleaseSource::chosen(args);
    let release = release.detected(sources != [ReleaseSource::Named]);
    let passing = release.passing_jobs().read()?;
    let scratch = ScratchDir::new("tablewright-conformance")?;
    let kept = args.get_one::<PathBuf>("keep");
    let outputs = kept
        .map_or_else(|| Ok(scratch.path().join("outputs")), std::path::absolute)
        .map_err(|e| format!("--keep: {e}"))?;
    let setting = ConformanceSetting {
        program: paths::candidate(args, BuildProfile::Release)?,
        outputs: outputs.clone(),
        directory: release.corpus.clone(),
        keep: kept.is_some(),
        limit: Duration::from_secs(*args.get_one("timeout").expect("it has a default")),
        threads: job_count(args),
        release,
    };
    let is_batch = args.get_flag("batch");
    let release = &setting.release;
    let all: Vec<GoldenJob> = release
        .jobs()?
        .into_iter()
        .filter(|GoldenJob { job, .. }| only.is_match(&format!("{} {}", job.id, job.action)))
        .filter(|listed| !ratchet || passing.contains(&listed.job.id))
        .collect();
    let (mut passed, mut passes_everywhere) = (0, vec![true; all.len()]);
    for source in sources {
        let mut setting = setting.clone();
        setting.directory = source.directory(release, scratch.path())?;
        if sources.len() > 1 {
            say!("the release is found in: {}", source.word());
            setting.outputs = outputs.join(source.word());
        }
        let results =
            if is_batch { judge_batch(&all, &setting) } else { judge_single_runs(&all, &setting) }?;
        show_failures(&all, &results, &setting, args.get_flag("verbose"));
        show_table(&all, &results);
        for (passes, judged) in passes_everywhere.iter_mut().zip(&results) {
            *passes &= judged.verdict.passes();
            passed += usize::from(judged.verdict.passes());
        }
    }
    if args.get_flag("bless") {
        let ids = all.iter().zip(&passes_everywhere).filter(|(_, passes)| **passes);
        say!("{}", release.passing_jobs().extend(ids.map(|(listed, _)| listed.job.id.clone()))?);
    }
    Ok(summary(passed, sources.len() * all.len() - passed))
}

fn judge_single_runs(
    all: &[GoldenJob],
    setting: &ConformanceSetting,
) -> Result<Vec<Judged>, String> {
    run::in_parallel(all, setting.threads, |listed| judge(listed, setting)).into_iter().collect()
}

/// Judges the files that a single `tablewright batch` writes.
fn judge_batch(all: &[GoldenJob], setting: &ConformanceSetting) -> Result<Vec<Judged>, String> {
    let together: Vec<_> = all.iter().filter(|listed| listed.golden.rc == 0).cloned().collect();
    if !together.is_empty() {
        run_batch(&together, setting)?;
    }
    let judged = run::in_parallel(all, setting.threads, |listed| {
        if listed.golden.rc != 0 {
            return judge(listed, setting);
        }
        let verdict = compare(&setting.outputs, listed);
        if verdict.passes() {
            remove_files(listed, setting);
            return Ok(Judged { verdict, why: String::new() });
        }
        let alone = judge(listed, setting)?;
        Ok(if alone.verdict.passes() {
            Judged {
                verdict: ConformanceVerdict::Error,
                why: "fails in a batch, and passes alone".into(),
            }
        } else {
            alone
        })
    });
    judged.into_iter().collect()
}

/// Runs jobs in a batch. A job that fails there is judged by its file, so the exit code does not matter.
fn run_batch(jobs: &[GoldenJob], setting: &ConformanceSetting) -> Result<(), String> {
    let list = setting.outputs.with_extension("json");
    jobs::write_batch(jobs, &setting.outputs, &list)?;
    let mut command = jobs::batch_command(&setting.program, &list, setting.threads);
    setting.release.tell(&mut command);
    command.current_dir(&setting.directory).env_remove("TABLEWRIGHT_CACHE");
    let limit = setting.limit * u32::try_from(jobs.len()).unwrap_or(u32::MAX);
    run::run(&mut command, &list.with_extension("stderr"), limit).map(drop)
}

fn judge(listed: &GoldenJob, setting: &ConformanceSetting) -> Result<Judged, String> {
    let GoldenJob { job, golden } = listed;
    let path = setting.outputs.join(&job.id);
    let parent = path.parent().expect("an id is a relative path");
    fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
    let errors = path.with_extension("stderr");
    let mut command = setting.release.candidate(&setting.program, job.tool);
    job.arguments(&mut command, &setting.directory, &path);
    let ended = run::run(&mut command, &errors, setting.limit)?;
    let judged = match ended {
        Ended::Timeout => Judged { verdict: ConformanceVerdict::Timeout, why: String::new() },
        Ended::Exit(status, said) => {
            let why = said.lines().next().unwrap_or_default().to_owned();
            let verdict = if golden.rc != 0 {
                if status.success() {
                    ConformanceVerdict::Differs
                } else {
                    ConformanceVerdict::Exact
                }
            } else if !status.success() {
                ConformanceVerdict::Error
            } else {
                compare(&setting.outputs, listed)
            };
            Judged { verdict, why }
        }
    };
    // Files that could not be removed are removed with the scratch directory.
    drop(fs::remove_file(&errors));
    if judged.verdict != ConformanceVerdict::Differs {
        remove_files(listed, setting);
    }
    Ok(judged)
}

/// Removes a job's files, unless the caller keeps them. Leftovers are removed with the scratch directory.
fn remove_files(listed: &GoldenJob, setting: &ConformanceSetting) {
    if !setting.keep {
        for (name, _) in listed.files() {
            drop(fs::remove_file(setting.outputs.join(name)));
        }
    }
}

/// Compares the files of a successful job with the reference's. The worst file decides the verdict.
pub(crate) fn compare(outputs: &Path, listed: &GoldenJob) -> ConformanceVerdict {
    let verdicts =
        listed.files().map(|(name, hashes)| compare_file(outputs, name, &listed.job, hashes));
    verdicts.max().expect("an output")
}

fn compare_file(
    outputs: &Path,
    name: &str,
    job: &ReferenceJob,
    hashes: &ReferenceFileHashes,
) -> ConformanceVerdict {
    let Ok(data) = fs::read(outputs.join(name)) else { return ConformanceVerdict::Error };
    if hashes.sha256.as_deref() == Some(&exact_hash(&data)) {
        return ConformanceVerdict::Exact;
    }
    let same = is_c_like(name)
        && hashes.normal.as_deref() == Some(&tokens::normal_hash(&data, &job.action));
    if same { ConformanceVerdict::Same } else { ConformanceVerdict::Differs }
}

fn show_failures(
    all: &[GoldenJob],
    results: &[Judged],
    setting: &ConformanceSetting,
    verbose: bool,
) {
    let failed = all.iter().zip(results).filter(|(_, r)| !r.verdict.passes());
    let limit = if verbose { usize::MAX } else { SHOWN };
    for (listed, judged) in failed.clone().take(limit) {
        say!("{:8} {}  {}", judged.verdict.word(), listed.job.id, judged.why);
        if judged.verdict == ConformanceVerdict::Differs
            && let Some(difference) = difference(listed, setting)
        {
            say!("{difference}");
        }
    }
    let more = failed.count().saturating_sub(limit);
    if more > 0 {
        say!("… and {more} more (--verbose shows them)");
    }
}

/// Returns the first difference in the first differing file, if the reference program is installed.
fn difference(listed: &GoldenJob, setting: &ConformanceSetting) -> Option<String> {
    let job = &listed.job;
    // The reference derives the names of side files from its output, so both outputs have the same
    // name.
    let theirs = setting.outputs.join("reference");
    let output = theirs.join(&job.id);
    fs::create_dir_all(output.parent()?).ok()?;
    let mut command = setting.release.command(job.tool).ok()?;
    job.arguments(&mut command, &setting.release.corpus, &output);
    run::run(&mut command, &output.with_extension("stderr"), setting.limit).ok()?;
    let (name, _) = listed.files().find(|(name, hashes)| {
        compare_file(&setting.outputs, name, job, hashes) >= ConformanceVerdict::Differs
    })?;
    let Ok(ours) = fs::read(setting.outputs.join(name)) else {
        return Some(format!("    {name} is missing"));
    };
    let reference = fs::read(theirs.join(name)).ok()?;
    let difference = first_difference(&reference, &ours, name, &job.action);
    Some(if name == job.id { difference } else { format!("    {name}\n{difference}") })
}

fn show_table(all: &[GoldenJob], results: &[Judged]) {
    let mut table: BTreeMap<(&str, &str), [usize; VERDICTS.len()]> = BTreeMap::new();
    for (GoldenJob { job, .. }, judged) in all.iter().zip(results) {
        table.entry((job.tool.word(), &job.action)).or_default()[judged.verdict as usize] += 1;
    }
    let cells = |texts: Vec<String>| texts.iter().map(|t| format!("{t:>9}")).collect::<String>();
    say!("{:52}{}", "action", cells(VERDICTS.iter().map(|(_, word)| (*word).to_owned()).collect()));
    for ((tool, action), row) in &table {
        let counts = row.iter().map(|&n| if n == 0 { ".".into() } else { n.to_string() });
        say!("{:52}{}", format!("{tool} {action}"), cells(counts.collect()));
    }
}
