//! `cargo runner renames`: renames random names in a copy of LLVM's descriptions, and compares the
//! records of every main file before and after, apart from the name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clap::ArgMatches;
use serde_json::{Value, json};
use xtask_support::files::{files_below, has_extension};
use xtask_support::{CommandOutcome, say, summary};

use super::client::{LspClient, offset, position, uri, words};
use crate::arguments::pattern;
use crate::jobs::ReferenceTool;
use crate::paths::{BuildProfile, candidate};
use crate::random::Random;
use crate::reference::ReferenceRelease;
use crate::run::ScratchDir;

/// The folders whose descriptions are copied.
const PROJECTS: [&str; 3] = ["llvm", "clang", "mlir"];

/// The most main files that are compared for a renaming.
const COMPARED_MAINS: usize = 3;

/// A main file of a build: its path and include directories, below the source tree.
type MainFile = (String, Vec<String>);

/// The result of a renaming.
enum Verdict {
    Same {
        mains: usize,
    },
    Refused(String),
    Wrong(String),
    /// There is no name at the place.
    Nothing,
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    let only = pattern(args)?;
    let program = candidate(args, BuildProfile::Release)?;
    let scratch = ScratchDir::new("tablewright-renames")?;
    let tree = fs::canonicalize(scratch.path()).map_err(|e| e.to_string())?;
    for project in PROJECTS {
        copy_descriptions(&release.corpus, &tree, Path::new(project))?;
    }
    let number = |name: &str| args.get_one::<u64>(name).copied().unwrap_or_default();
    let (seed, count) = (number("seed"), number("count"));
    let files: Vec<PathBuf> =
        sources(&tree)?.into_iter().filter(|file| only.is_match(&file.to_string_lossy())).collect();
    let mut trial = RenameTrial {
        program: &program,
        mains: mains(&release)?,
        includes: BTreeMap::new(),
        release: &release,
        reference: Some("llvm-tblgen")
            .filter(|_| args.get_flag("reference"))
            .and_then(|name| release.program(name)),
        tree,
    };
    let (mut same, mut refused, mut wrong) = (0, BTreeMap::<String, u64>::new(), 0);
    let (mut index, mut times) = (0_u64, Vec::new());
    while same + wrong + refused.values().sum::<u64>() < count && index < count * 20 {
        let mut random = Random::for_trial(seed, index);
        index += 1;
        let Some(file) = random.choose(&files).cloned() else { break };
        let start = Instant::now();
        let (name, verdict) = trial.run(&file, &mut random)?;
        let elapsed = start.elapsed();
        match verdict {
            Verdict::Nothing => continue,
            Verdict::Same { mains } => {
                same += 1;
                say!("same: {name} ({mains} main files, {elapsed:.1?})");
            }
            Verdict::Refused(why) => {
                say!("refused: {name}: {why}");
                let kind = why.split('\'').step_by(2).collect::<Vec<_>>().join("…");
                *refused
                    .entry(kind.split(" in ").next().unwrap_or(&kind).to_owned())
                    .or_default() += 1;
            }
            Verdict::Wrong(why) => {
                wrong += 1;
                say!("WRONG: {name}: {why}");
            }
        }
        times.push(elapsed);
    }
    for (why, count) in &refused {
        say!("{count} refused: {why}");
    }
    times.sort_unstable();
    let half: Duration = times.get(times.len() / 2).copied().unwrap_or_default();
    say!("median time with the comparison: {half:.1?}");
    Ok(summary(usize::try_from(same).unwrap_or(0), usize::try_from(wrong).unwrap_or(0)))
}

/// A copy of the descriptions.
struct RenameTrial<'r> {
    program: &'r Path,
    release: &'r ReferenceRelease,
    /// The reference program, if it prints the records.
    reference: Option<PathBuf>,
    mains: Vec<MainFile>,
    /// The paths after `include` in each file.
    includes: BTreeMap<PathBuf, Vec<String>>,
    tree: PathBuf,
}

impl RenameTrial<'_> {
    /// Renames a random name in a file.
    fn run(&mut self, file: &Path, random: &mut Random) -> Result<(String, Verdict), String> {
        let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let words = words(&text);
        let Some(&(at, length)) = random.choose(&words) else {
            return Ok((String::new(), Verdict::Nothing));
        };
        let old = text[at..at + length].to_owned();
        let new = format!("{old}Renamed{}", random.below(1000));
        let shown = file.strip_prefix(&self.tree).unwrap_or(file).display();
        let name = format!("{old} in {shown}");
        let mut client = LspClient::start(self.program, &self.tree)?;
        client.open(file, &text)?;
        let position = position(&text, at);
        let params =
            json!({ "textDocument": { "uri": uri(file) }, "position": position, "newName": new });
        let edit = match client.request("textDocument/rename", &params)? {
            Ok(edit) if edit.is_null() => return Ok((name, Verdict::Nothing)),
            Ok(edit) => edit,
            Err(why) if why.starts_with("no name at this position") => {
                return Ok((name, Verdict::Nothing));
            }
            Err(why) => return Ok((name, Verdict::Refused(why))),
        };
        client.close(file)?;
        drop(client);
        let verdict = self.compare(&edit, [&old, &new], random)?;
        Ok((name, verdict))
    }

    /// Compares the records of main files that read an edited file. The server has compared the records
    /// of all of them.
    fn compare(
        &mut self,
        edit: &Value,
        names: [&str; 2],
        random: &mut Random,
    ) -> Result<Verdict, String> {
        let changes = edit["changes"].as_object().ok_or("the edit has no changes")?;
        let mut originals: Vec<(PathBuf, String)> = Vec::new();
        let mut edited: Vec<(PathBuf, String)> = Vec::new();
        for (uri, edits) in changes {
            let path = PathBuf::from(uri.trim_start_matches("file://"));
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            edited.push((path.clone(), apply(&text, edits).ok_or("an edit is invalid")?));
            originals.push((path, text));
        }
        let paths: BTreeSet<PathBuf> = originals.iter().map(|(path, _)| path.clone()).collect();
        let mut mains = Vec::new();
        for main in self.mains.clone() {
            if !self.reads(&main).is_disjoint(&paths) {
                mains.push(main);
            }
        }
        while mains.len() > COMPARED_MAINS {
            mains.swap_remove(random.below(mains.len()));
        }
        for main in &mains {
            let before = self.records(main);
            write_all(&edited)?;
            let after = self.records(main);
            write_all(&originals)?;
            let why = match (before, after) {
                (Ok(before), Ok(after)) if is_same(&before, &after, names) => continue,
                (Err(_), Err(_)) => continue,
                (Ok(_), Ok(_)) => "the records differ".to_owned(),
                (_, Err(why)) | (Err(why), Ok(_)) => why,
            };
            return Ok(Verdict::Wrong(format!("{}: {why}", main.0)));
        }
        Ok(Verdict::Same { mains: mains.len() })
    }

    /// Returns the files that a main file includes, directly or not.
    fn reads(&mut self, main: &MainFile) -> BTreeSet<PathBuf> {
        let mut files = BTreeSet::new();
        let mut open = vec![self.tree.join(&main.0)];
        while let Some(path) = open.pop() {
            if !files.insert(path.clone()) {
                continue;
            }
            let included = self.includes.entry(path).or_insert_with_key(|path| {
                let text = fs::read_to_string(path).unwrap_or_default();
                let lines = text.lines().filter_map(|line| line.trim().strip_prefix("include"));
                lines.filter_map(|line| line.split('"').nth(1).map(str::to_owned)).collect()
            });
            for name in included {
                let dirs = main.1.iter().map(|dir| self.tree.join(dir));
                let found = dirs.map(|dir| dir.join(&*name)).find(|path| path.is_file());
                open.extend(found.and_then(|path| fs::canonicalize(path).ok()));
            }
        }
        files
    }

    fn command(&self, main: &MainFile) -> Command {
        let mut command = match &self.reference {
            Some(program) => Command::new(program),
            None => self.release.candidate(self.program, ReferenceTool::Llvm),
        };
        command.args(main.1.iter().map(|dir| format!("-I{dir}"))).arg(&main.0);
        command.current_dir(&self.tree).stdin(Stdio::null());
        command
    }

    /// Returns a main file's records, or the first line of its errors.
    fn records(&self, main: &MainFile) -> Result<String, String> {
        let output =
            self.command(main).arg("--print-records").output().map_err(|e| e.to_string())?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(errors.lines().next().unwrap_or("an error").to_owned());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Whether texts have the same lines in any order, if both names are equal.
fn is_same(before: &str, after: &str, [old, new]: [&str; 2]) -> bool {
    let hash = |line: &str| {
        let mut hasher = DefaultHasher::new();
        // The new name begins with the old name.
        line.replace(new, "\0").replace(old, "\0").hash(&mut hasher);
        hasher.finish()
    };
    // Most lines are equal, and need no hash.
    let (mut before, mut after): (Vec<&str>, Vec<&str>) =
        (before.lines().collect(), after.lines().collect());
    while before.last().is_some_and(|last| after.last() == Some(last)) {
        before.pop();
        after.pop();
    }
    let equal = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let sum = |lines: &[&str]| lines.iter().map(|line| hash(line)).fold(0, u64::wrapping_add);
    sum(&before[equal..]) == sum(&after[equal..])
}

/// Returns the main files in a release's builds.
fn mains(release: &ReferenceRelease) -> Result<Vec<MainFile>, String> {
    let mut jobs = release.jobs()?;
    jobs.extend(
        ReferenceRelease::jobs_of(&format!("mlir-{}", release.version())).unwrap_or_default(),
    );
    let mains: BTreeSet<MainFile> = jobs
        .iter()
        .map(|golden| golden.job.description())
        .filter(|(input, _)| !input.starts_with("build"))
        .map(|(input, dirs)| (input.to_owned(), dirs.to_vec()))
        .collect();
    Ok(mains.into_iter().collect())
}

/// Returns the descriptions that are not tests.
fn sources(tree: &Path) -> Result<Vec<PathBuf>, String> {
    let is_test =
        |path: &Path| path.file_name().is_some_and(|name| name == "test" || name == "unittests");
    files_below(tree, &|path| {
        if path.is_dir() { !is_test(path) } else { has_extension(path, "td") }
    })
    .map_err(|e| format!("{}: {e}", tree.display()))
}

fn copy_descriptions(from: &Path, to: &Path, folder: &Path) -> Result<(), String> {
    let source = from.join(folder);
    let problem = |e: std::io::Error| format!("{}: {e}", source.display());
    for entry in fs::read_dir(&source).map_err(problem)? {
        let entry = entry.map_err(problem)?;
        let path = folder.join(entry.file_name());
        let kind = entry.file_type().map_err(problem)?;
        if kind.is_dir() {
            copy_descriptions(from, to, &path)?;
        } else if kind.is_file() && has_extension(&path, "td") {
            fs::create_dir_all(to.join(folder)).map_err(problem)?;
            fs::copy(from.join(&path), to.join(&path)).map_err(problem)?;
        }
    }
    Ok(())
}

/// Applies edits to a text; `None` if a range is invalid.
fn apply(text: &str, edits: &Value) -> Option<String> {
    let mut ranges = Vec::new();
    for edit in edits.as_array()? {
        let start = offset(text, &edit["range"]["start"])?;
        let end = offset(text, &edit["range"]["end"])?;
        ranges.push((start, end, edit["newText"].as_str()?));
    }
    ranges.sort_unstable();
    let mut edited = text.to_owned();
    for (start, end, new) in ranges.into_iter().rev() {
        edited.get(start..end)?;
        edited.replace_range(start..end, new);
    }
    Some(edited)
}

fn write_all(files: &[(PathBuf, String)]) -> Result<(), String> {
    for (path, text) in files {
        fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}
