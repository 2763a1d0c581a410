//! A release's jobs (`manifest.jsonl`), and the reference's results (`golden.jsonl`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use xtask_support::workspace;

/// The reference program that runs a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReferenceTool {
    Llvm,
    Clang,
    Mlir,
    Lldb,
    Offload,
    Irdl,
}

impl ReferenceTool {
    /// Returns the word for tables.
    pub(crate) fn word(self) -> &'static str {
        match self {
            ReferenceTool::Llvm => "llvm",
            ReferenceTool::Clang => "clang",
            ReferenceTool::Mlir => "mlir",
            ReferenceTool::Lldb => "lldb",
            ReferenceTool::Offload => "offload",
            ReferenceTool::Irdl => "irdl",
        }
    }

    /// Returns the program's name.
    pub(crate) fn program(self) -> &'static str {
        match self {
            ReferenceTool::Llvm => "llvm-tblgen",
            ReferenceTool::Clang => "clang-tblgen",
            ReferenceTool::Mlir => "mlir-tblgen",
            ReferenceTool::Lldb => "lldb-tblgen",
            ReferenceTool::Offload => "offload-tblgen",
            ReferenceTool::Irdl => "tblgen-to-irdl",
        }
    }
}

/// A run of a TableGen program in a build. Paths are relative to the source tree.
#[derive(Clone, Deserialize, Debug)]
pub(crate) struct ReferenceJob {
    pub(crate) id: String,
    pub(crate) tool: ReferenceTool,
    pub(crate) action: String,
    args: Vec<String>,
    input: String,
    inc: Vec<String>,
}

impl ReferenceJob {
    /// Creates a job that is not in the list. It includes only files beside its input.
    pub(crate) fn new(
        id: String,
        tool: ReferenceTool,
        action: String,
        args: Vec<String>,
        input: String,
    ) -> ReferenceJob {
        ReferenceJob { id, tool, action, args, input, inc: Vec::new() }
    }

    /// Returns the target whose description the job reads.
    pub(crate) fn target(&self) -> Option<&str> {
        let (directory, _) = self.input.strip_prefix("llvm/lib/Target/")?.split_once('/')?;
        Some(directory)
    }

    /// Returns the same job for another target's description.
    pub(crate) fn for_target(&self, name: &str) -> ReferenceJob {
        let directory = format!("llvm/lib/Target/{name}");
        ReferenceJob {
            input: format!("{directory}/{name}.td"),
            inc: vec![directory, "llvm/include".into()],
            ..self.clone()
        }
    }

    /// Returns the description's main file and include directories.
    pub(crate) fn description(&self) -> (&str, &[String]) {
        (&self.input, &self.inc)
    }

    /// Returns whether an LLVM and Clang build runs the job. Other jobs print or read records.
    pub(crate) fn is_of_build(&self) -> bool {
        !self.id.starts_with("records/")
    }

    /// Returns the job as an entry for `tablewright batch --jobs-file`.
    pub(crate) fn batch_entry(&self, output: &Path) -> serde_json::Value {
        serde_json::json!({
            "tool": self.tool.word(),
            "input": self.input,
            "include_dirs": self.inc,
            "args": self.args,
            "output": output,
        })
    }

    /// Adds the job's arguments to `command`.
    pub(crate) fn arguments(&self, command: &mut Command, corpus: &Path, output: &Path) {
        command
            .args(&self.args)
            .args(self.inc.iter().map(|dir| format!("-I{dir}")))
            .arg(&self.input)
            .arg("-o")
            .arg(output)
            .current_dir(corpus);
    }
}

/// Hashes of a file that the reference wrote.
#[derive(Clone, Default, Deserialize, Debug)]
pub(crate) struct ReferenceFileHashes {
    pub(crate) sha256: Option<String>,
    /// Hash of the tokens, for C and C++.
    pub(crate) normal: Option<String>,
}

/// The reference's result for a job.
#[derive(Clone, Deserialize, Debug)]
pub(crate) struct Golden {
    id: String,
    /// The exit code.
    pub(crate) rc: i32,
    /// The output.
    #[serde(flatten)]
    pub(crate) output: ReferenceFileHashes,
    /// Side files, by their paths relative to the output directory.
    #[serde(default)]
    pub(crate) extra: BTreeMap<String, ReferenceFileHashes>,
}

/// A job with its expected result.
#[derive(Clone)]
pub(crate) struct GoldenJob {
    pub(crate) job: ReferenceJob,
    pub(crate) golden: Golden,
}

impl GoldenJob {
    /// Returns the job's files: its output and side files.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &ReferenceFileHashes)> {
        let beside = self.golden.extra.iter().map(|(name, hashes)| (name.as_str(), hashes));
        std::iter::once((self.job.id.as_str(), &self.golden.output)).chain(beside)
    }
}

/// Returns the directory with the lists: files for the main release, and a directory for each other
/// release.
pub(crate) fn directory() -> PathBuf {
    workspace().join("conformance")
}

/// Reads the jobs listed in `directory` with their expected results, in manifest order.
pub(crate) fn read(directory: &Path) -> Result<Vec<GoldenJob>, String> {
    let jobs: Vec<ReferenceJob> = read_lines(&directory.join("manifest.jsonl"))?;
    let goldens: Vec<Golden> = read_lines(&directory.join("golden.jsonl"))?;
    let mut goldens: BTreeMap<String, Golden> =
        goldens.into_iter().map(|g| (g.id.clone(), g)).collect();
    Ok(jobs
        .into_iter()
        .filter_map(|job| goldens.remove(&job.id).map(|golden| GoldenJob { job, golden }))
        .collect())
}

/// Returns the command that runs the jobs in the file `list` in one process.
pub(crate) fn batch_command(program: &Path, list: &Path, threads: usize) -> Command {
    let mut batch = Command::new(program);
    batch.args(["batch", "--quiet", "--jobs", &threads.to_string(), "--jobs-file"]).arg(list);
    batch
}

/// Writes the file `list` for `tablewright batch --jobs-file`, and makes the directories of the outputs.
pub(crate) fn write_batch(all: &[GoldenJob], outputs: &Path, list: &Path) -> Result<(), String> {
    let mut entries = Vec::new();
    for GoldenJob { job, .. } in all {
        let output = outputs.join(&job.id);
        let parent = output.parent().expect("an id is a relative path");
        fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        entries.push(job.batch_entry(&output));
    }
    let text = serde_json::to_string(&entries).expect("strings and lists are JSON");
    fs::write(list, text).map_err(|e| format!("{}: {e}", list.display()))
}

fn read_lines<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
    text.lines()
        .enumerate()
        .map(|(i, line)| serde_json::from_str(line).map_err(|e| format!("{name}:{}: {e}", i + 1)))
        .collect()
}
