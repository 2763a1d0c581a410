//! Jobs files for `tablewright batch` as lists of roots.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use tablewright_records::Release;

use super::{Root, RootOrigin};
use crate::uri::real;

/// The keys of a job that affect the reading of its input. See `docs/src/batch.md`.
#[derive(Deserialize)]
struct ListedJob {
    input: String,
    #[serde(default)]
    include_dirs: Vec<String>,
    #[serde(default)]
    macros: Vec<String>,
    release: Option<String>,
}

/// Reads the roots in a jobs file. Relative paths are relative to its folder.
///
/// # Errors
/// If the text is not a list of jobs.
pub(crate) fn read(path: &Path, text: &str) -> Result<Vec<Root>, serde_json::Error> {
    let jobs: Vec<ListedJob> = serde_json::from_str(text)?;
    let base = path.parent().unwrap_or(Path::new(""));
    let mut roots: Vec<Root> = Vec::new();
    for job in jobs {
        let main = real(&base.join(&job.input));
        let mut include_dirs: Vec<PathBuf> =
            job.include_dirs.iter().map(|dir| real(&base.join(dir))).collect();
        // TableGen searches the current directory first.
        include_dirs.insert(0, real(base));
        let release = job.release.and_then(|release| release.parse::<Release>().ok());
        let origin = RootOrigin::JobsFile;
        let root = Root { main, include_dirs, macros: job.macros, release, origin };
        if !roots.contains(&root) {
            roots.push(root);
        }
    }
    Ok(roots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inputs_of_jobs_are_roots() {
        let text = r#"[
            {"input": "A.td", "include_dirs": ["inc"], "macros": ["M"], "args": ["--gen-x"], "output": "a"},
            {"input": "A.td", "include_dirs": ["inc"], "macros": ["M"], "args": ["--gen-y"], "output": "b"},
            {"input": "/no/B.td", "args": [], "output": "c"}
        ]"#;
        let roots = read(Path::new("/no dir/jobs.json"), text).expect("it is a list of jobs");
        let labels: Vec<String> = roots.iter().map(Root::label).collect();
        assert_eq!(labels, ["/no dir/A.td -DM", "/no/B.td"]);
        assert_eq!(roots[0].include_dirs, [Path::new("/no dir"), Path::new("/no dir/inc")]);
        assert!(read(Path::new("/x.json"), "{}").is_err());
    }
}
