//! `cargo runner mutate --served`: checks that a build server skips only jobs whose output stays the same.
//!
//! Only our program runs. A server sees one mutant of a target after another, and skips the jobs
//! that read nothing of the change. Each output and message is compared with a run without a
//! server.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use xtask_support::say;

use super::mutation;
use super::source::MutantSource;
use super::workspace::{Workspace, entries, target_directory};
use crate::jobs::ReferenceJob;
use crate::random::Random;
use crate::reference::ReferenceRelease;
use crate::run::{self, Ended};

/// A tree with targets, and our program.
pub(super) struct ServedCheck<'a> {
    pub(super) workspace: Workspace,
    pub(super) release: &'a ReferenceRelease,
    pub(super) ours: &'a Path,
    pub(super) limit: Duration,
}

/// Counts of checks.
#[derive(Default, Debug)]
pub(super) struct ServedCounts {
    mutants: usize,
    jobs: usize,
    skipped: usize,
    /// Jobs with another result than a run without a server.
    pub(super) different: usize,
}

/// Result of a job: the files, the messages, and whether it succeeded.
#[derive(PartialEq, Eq)]
struct JobResult {
    files: Vec<(String, Vec<u8>)>,
    messages: String,
    is_success: bool,
}

/// A target with its jobs.
struct ServedTarget {
    name: String,
    source: MutantSource,
    jobs: Vec<ReferenceJob>,
}

/// A server, killed at the end.
struct Server {
    process: Child,
    socket: PathBuf,
}

impl Server {
    fn start(program: &Path, socket: PathBuf) -> Result<Server, String> {
        let problem = |error: std::io::Error| format!("{}: {error}", program.display());
        let mut command = Command::new(program);
        command.arg("serve").arg("--socket").arg(&socket).stdout(Stdio::piped());
        let mut process = command.spawn().map_err(problem)?;
        let ready = process.stdout.take().map(BufReader::new);
        ready.ok_or("the output is not piped")?.read_line(&mut String::new()).map_err(problem)?;
        Ok(Server { process, socket })
    }

    /// Returns the numbers of served and skipped jobs in the status.
    fn counts(&self, program: &Path) -> Result<(usize, usize), String> {
        let mut command = Command::new(program);
        command.arg("serve").arg("--socket").arg(&self.socket).arg("--status");
        let status = command.output().map_err(|e| format!("{}: {e}", program.display()))?;
        let status = String::from_utf8_lossy(&status.stdout).into_owned();
        let count = |name: &str| -> Option<usize> {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split(' ').next()?.parse().ok()
        };
        Ok((count("jobs: ").unwrap_or(0), count("skipped: ").unwrap_or(0)))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

impl ServedCheck<'_> {
    /// Checks mutants of each target.
    pub(super) fn run(
        &self,
        names: &[String],
        seed: u64,
        mutants: impl Iterator<Item = u64>,
    ) -> Result<ServedCounts, String> {
        let targets = self.targets(names)?;
        let server = Server::start(self.ours, self.workspace.path("socket"))?;
        let mut counts = ServedCounts::default();
        for index in mutants {
            let mut random = Random::for_trial(seed, index);
            let target = &targets[random.below(targets.len())];
            let mutation = mutation::mutate(&target.source, &mut random);
            let path = self.workspace.path(target_directory(&target.name)).join(&mutation.file);
            let problem = |error: std::io::Error| format!("{}: {error}", path.display());
            let before = fs::read(&path).map_err(problem)?;
            fs::write(&path, &mutation.text).map_err(problem)?;
            counts.mutants += 1;
            for job in &target.jobs {
                counts.jobs += 1;
                let served = self.result(target, job, Some(&server))?;
                if served != self.result(target, job, None)? {
                    counts.different += 1;
                    let (file, line) = (&mutation.file, mutation.line);
                    say!("{} is different: {}/{file}:{line}", job.id, target.name);
                    say!("    {}: {} -> {}", mutation.change, mutation.before, mutation.after);
                    let names = names.join(",");
                    say!("    --served --targets {names} --seed {seed}, up to mutant {index}");
                }
            }
            fs::write(&path, before).map_err(problem)?;
        }
        let (served, skipped) = server.counts(self.ours)?;
        if served == 0 && counts.jobs > 0 {
            return Err("the server did no job, so nothing was compared".to_owned());
        }
        counts.skipped = skipped;
        Ok(counts)
    }

    fn targets(&self, names: &[String]) -> Result<Vec<ServedTarget>, String> {
        let all = self.release.jobs()?;
        let targets = names.iter().map(|name| {
            let jobs = all.iter().map(|listed| &listed.job);
            let jobs = jobs.filter(|job| job.target() == Some(name) && job.is_of_build());
            let source = MutantSource::read(&self.workspace.path(target_directory(name)))?;
            Ok(ServedTarget { name: name.clone(), source, jobs: jobs.cloned().collect() })
        });
        targets.collect()
    }

    /// Runs a job, with a server if there is one.
    fn result(
        &self,
        target: &ServedTarget,
        job: &ReferenceJob,
        server: Option<&Server>,
    ) -> Result<JobResult, String> {
        let outputs = self.workspace.path("outputs");
        fs::create_dir_all(&outputs).map_err(|e| format!("{}: {e}", outputs.display()))?;
        let mut command = Command::new(self.ours);
        // A program with settings that a server does not know does its jobs itself.
        let own = |name: &OsString| name.as_encoded_bytes().starts_with(b"TABLEWRIGHT_");
        for (name, _) in env::vars_os().filter(|(name, _)| own(name)) {
            command.env_remove(name);
        }
        command.arg(job.tool.program()).envs(self.release.variables());
        job.arguments(
            &mut command,
            &self.workspace.path(&target.name),
            &outputs.join("output.inc"),
        );
        if let Some(server) = server {
            command.env("TABLEWRIGHT_SERVER", &server.socket);
        }
        let ended = run::run(&mut command, &self.workspace.path("stderr"), self.limit)?;
        let Ended::Exit(status, messages) = ended else {
            return Err(format!("{} did not end in {:?}", job.id, self.limit));
        };
        let mut files = Vec::new();
        for name in entries(&outputs)? {
            let bytes = fs::read(outputs.join(&name)).map_err(|e| format!("{name}: {e}"))?;
            files.push((name, bytes));
        }
        // The next run must not find them.
        fs::remove_dir_all(&outputs).map_err(|e| format!("{}: {e}", outputs.display()))?;
        Ok(JobResult { files, messages, is_success: status.success() })
    }
}

impl ServedCounts {
    pub(super) fn say(&self) {
        let ServedCounts { mutants, jobs, skipped, different } = self;
        say!("{mutants} mutants, {jobs} jobs, {skipped} of them skipped by the server");
        say!("{different} jobs had another result than without a server");
    }
}
