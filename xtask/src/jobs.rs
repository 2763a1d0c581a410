//! The list of a release's jobs (`manifest.jsonl`) and what the reference made of each (`golden.jsonl`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::paths;

/// Which of the reference's programs runs a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Tool {
    Llvm,
    Clang,
    Mlir,
    Lldb,
    Offload,
    Irdl,
}

impl Tool {
    /// The word for tables.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Tool::Llvm => "llvm",
            Tool::Clang => "clang",
            Tool::Mlir => "mlir",
            Tool::Lldb => "lldb",
            Tool::Offload => "offload",
            Tool::Irdl => "irdl",
        }
    }

    /// The program's name.
    pub(crate) fn program(self) -> &'static str {
        match self {
            Tool::Llvm => "llvm-tblgen",
            Tool::Clang => "clang-tblgen",
            Tool::Mlir => "mlir-tblgen",
            Tool::Lldb => "lldb-tblgen",
            Tool::Offload => "offload-tblgen",
            Tool::Irdl => "tblgen-to-irdl",
        }
    }
}

/// One run of a TableGen program in a build. Paths are relative to the source tree.
#[derive(Clone, Deserialize, Debug)]
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) tool: Tool,
    pub(crate) action: String,
    args: Vec<String>,
    input: String,
    inc: Vec<String>,
}

impl Job {
    /// A job that is not in the list; it includes nothing but what lies beside its input.
    pub(crate) fn new(
        id: String,
        tool: Tool,
        action: String,
        args: Vec<String>,
        input: String,
    ) -> Job {
        Job { id, tool, action, args, input, inc: Vec::new() }
    }

    /// The target whose description the job reads.
    pub(crate) fn target(&self) -> Option<&str> {
        let (directory, _) = self.input.strip_prefix("llvm/lib/Target/")?.split_once('/')?;
        Some(directory)
    }

    /// The same job with the description of another target.
    pub(crate) fn of_target(&self, name: &str) -> Job {
        let directory = format!("llvm/lib/Target/{name}");
        Job {
            input: format!("{directory}/{name}.td"),
            inc: vec![directory, "llvm/include".into()],
            ..self.clone()
        }
    }

    /// The main file of the description and the directories that included files are searched in.
    pub(crate) fn description(&self) -> (&str, &[String]) {
        (&self.input, &self.inc)
    }

    /// Whether a build of LLVM and Clang runs the job. The others print or read records.
    pub(crate) fn is_of_build(&self) -> bool {
        !self.id.starts_with("records/")
    }

    /// The job as an entry of the file that `tablewright batch --jobs-file` takes.
    pub(crate) fn batch_entry(&self, output: &Path) -> serde_json::Value {
        serde_json::json!({
            "tool": self.tool.word(),
            "input": self.input,
            "include_dirs": self.inc,
            "args": self.args,
            "output": output,
        })
    }

    /// Gives `command` the arguments of this job.
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

/// The hashes of a file that the reference wrote.
#[derive(Clone, Default, Deserialize, Debug)]
pub(crate) struct FileHashes {
    pub(crate) sha256: Option<String>,
    /// The hash of its tokens, for C and C++.
    pub(crate) normal: Option<String>,
}

/// What the reference made of a job.
#[derive(Clone, Deserialize, Debug)]
pub(crate) struct Golden {
    id: String,
    /// The exit code.
    pub(crate) rc: i32,
    /// The output.
    #[serde(flatten)]
    pub(crate) output: FileHashes,
    /// The files that it wrote beside the output, by their paths relative to the directory of the outputs.
    #[serde(default)]
    pub(crate) extra: BTreeMap<String, FileHashes>,
}

impl Golden {
    /// The files of the job: its output, and those beside it.
    pub(crate) fn files<'a>(
        &'a self,
        job: &'a Job,
    ) -> impl Iterator<Item = (&'a str, &'a FileHashes)> {
        let beside = self.extra.iter().map(|(name, hashes)| (name.as_str(), hashes));
        std::iter::once((job.id.as_str(), &self.output)).chain(beside)
    }
}

/// The directory of the lists: those of the main release, and a directory for each of the others.
pub(crate) fn directory() -> PathBuf {
    paths::workspace().join("conformance")
}

/// The jobs that are listed in `directory` with what is expected of them, in the order of the manifest.
pub(crate) fn read(directory: &Path) -> Result<Vec<(Job, Golden)>, String> {
    let jobs: Vec<Job> = read_lines(&directory.join("manifest.jsonl"))?;
    let goldens: Vec<Golden> = read_lines(&directory.join("golden.jsonl"))?;
    let mut goldens: BTreeMap<String, Golden> =
        goldens.into_iter().map(|g| (g.id.clone(), g)).collect();
    Ok(jobs
        .into_iter()
        .filter_map(|job| goldens.remove(&job.id).map(|golden| (job, golden)))
        .collect())
}

fn read_lines<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
    text.lines()
        .enumerate()
        .map(|(i, line)| serde_json::from_str(line).map_err(|e| format!("{name}:{}: {e}", i + 1)))
        .collect()
}
