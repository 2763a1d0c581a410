//! Descriptions from a Git revision, read without a checkout.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tablewright_session::{Session, path_text};
use tablewright_text::byte_escape;

/// Returns a session with the revision's descriptions in memory, and the main file name. All names have Git's form
/// `REVISION:PATH`, so that a working tree file is never mistaken for a file in the revision.
///
/// # Errors
/// If `revision` is not a revision, or lacks the file.
pub(super) fn session(
    session: Session,
    revision: &str,
    file: &str,
    dirs: &[PathBuf],
) -> Result<(Session, String), String> {
    let dirs: BTreeSet<String> = dirs.iter().filter_map(|dir| relative(dir)).collect();
    let mut names = descriptions(revision, &dirs)?;
    names.insert(file.to_owned());
    let mut session = session;
    let mut has_file = false;
    for (name, text) in contents(revision, names)? {
        has_file |= name == file;
        session = session.file(format!("{revision}:{name}"), text);
    }
    if !has_file {
        return Err(format!(
            "'{revision}' is not a folder, and not a revision that contains '{file}'"
        ));
    }
    for dir in dirs {
        session = session.include_dir(format!("{revision}:{dir}"));
    }
    Ok((session, format!("{revision}:{file}")))
}

/// Returns a directory relative to the current directory. `None` if it is outside the current directory.
fn relative(dir: &Path) -> Option<String> {
    let here = std::env::current_dir().ok()?;
    let dir = if dir.is_absolute() { dir.strip_prefix(here).ok()? } else { dir };
    Some(path_text(dir)).filter(|dir| !dir.is_empty())
}

/// Lists the descriptions below directories.
fn descriptions(revision: &str, dirs: &BTreeSet<String>) -> Result<BTreeSet<String>, String> {
    if dirs.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut git = git();
    git.args(["ls-tree", "-r", "-z", "--name-only", revision, "--"]).args(dirs);
    let output = git.output().map_err(|error| format!("git cannot be run: {error}"))?;
    if !output.status.success() {
        let error_text = String::from_utf8_lossy(&output.stderr);
        let reason = error_text.lines().next().unwrap_or_default().trim_start_matches("fatal: ");
        return Err(format!("'{revision}' is neither a folder nor a revision: {reason}"));
    }
    let names = output.stdout.split(|&byte| byte == 0).map(String::from_utf8_lossy);
    let is_description = |name: &str| Path::new(name).extension().is_some_and(|end| end == "td");
    Ok(names.filter(|name| is_description(name)).map(|name| name.into_owned()).collect())
}

/// Reads the files that exist in the revision, by name.
fn contents(revision: &str, names: BTreeSet<String>) -> Result<Vec<(String, String)>, String> {
    let cannot = |error: std::io::Error| format!("git cannot be run: {error}");
    let mut child = git()
        .args(["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(cannot)?;
    let mut requests = child.stdin.take().expect("it is piped");
    let mut answers = BufReader::new(child.stdout.take().expect("it is piped"));
    let files = std::thread::scope(|scope| {
        // A separate thread writes the names, since Git blocks if its output is not read.
        scope.spawn(|| {
            for name in &names {
                // Git has exited. The reader sees the end of its output.
                if writeln!(requests, "{revision}:./{name}").is_err() {
                    break;
                }
            }
            drop(requests);
        });
        let mut files = Vec::new();
        for name in &names {
            if let Some(bytes) = answer(&mut answers).map_err(cannot)? {
                files.push((name.clone(), byte_escape::escape(bytes)));
            }
        }
        Ok(files)
    });
    child.wait().map_err(cannot)?;
    files
}

/// Reads the next object from `git cat-file --batch`. `None` if the object is missing or not a file.
fn answer(answers: &mut impl BufRead) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = String::new();
    answers.read_line(&mut line)?;
    let mut words = line.trim_end().rsplitn(3, ' ');
    let (size, kind) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (Ok(size), "blob") = (size.parse::<u64>(), kind) else { return Ok(None) };
    let mut bytes = Vec::new();
    answers.take(size).read_to_end(&mut bytes)?;
    // The line feed after the object.
    answers.read_exact(&mut [0])?;
    Ok(Some(bytes))
}

fn git() -> Command {
    Command::new("git")
}
