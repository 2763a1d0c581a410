//! `cargo runner grammars`: compares `tablewright dialect --format grammar` with MLIR's own parser. Examples are the
//! pieces of assembly in descriptions of operations that `mlir-opt` can read. The grammar has to accept them, and to
//! refuse changed examples that `mlir-opt` refuses.

mod examples;
mod opt;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use clap::{Arg, ArgMatches};
use serde_json::Value;
use tablewright_test_support::gbnf::Gbnf;
use xtask_support::programs::stdout_of;
use xtask_support::{CommandOutcome, say, summary};

use crate::paths::BuildProfile;
use crate::random::Random;
use crate::reference::ReferenceRelease;
use crate::{arguments, paths};
use examples::{changed, tokens};
use opt::{MlirOpt, Verdict};

/// The release whose descriptions and program are compared by default.
pub(crate) const RELEASE: &str = "mlir-22.1.8";

/// Dialects with the files that define them, and files of dialects that their examples use, too.
const DIALECTS: [(&str, &str, &[&str]); 10] = [
    ("arith", "Arith/IR/ArithOps.td", &[FUNC, VECTOR]),
    ("math", "Math/IR/MathOps.td", &[FUNC]),
    // Both files define a `ConstantOp`.
    ("complex", "Complex/IR/ComplexOps.td", &[]),
    ("index", "Index/IR/IndexOps.td", &[FUNC]),
    (
        "memref",
        "MemRef/IR/MemRefOps.td",
        &[FUNC, SCF, ARITH, "Affine/IR/AffineOps.td", "LLVMIR/LLVMOps.td"],
    ),
    ("tensor", "Tensor/IR/TensorOps.td", &[FUNC, SCF, ARITH]),
    ("vector", VECTOR, &[FUNC, SCF, ARITH, "MemRef/IR/MemRefOps.td"]),
    ("cf", "ControlFlow/IR/ControlFlowOps.td", &[FUNC, ARITH]),
    (
        "sparse_tensor",
        "SparseTensor/IR/SparseTensorOps.td",
        &[FUNC, SCF, ARITH, VECTOR, "Tensor/IR/TensorOps.td", "Linalg/IR/LinalgOps.td"],
    ),
    ("nvgpu", "NVGPU/IR/NVGPUOps.td", &[FUNC, ARITH, "GPU/IR/GPUOps.td"]),
];

const ARITH: &str = "Arith/IR/ArithOps.td";
const FUNC: &str = "Func/IR/FuncOps.td";
const SCF: &str = "SCF/IR/SCFOps.td";
const VECTOR: &str = "Vector/IR/VectorOps.td";

/// The part of invalid changed examples that the grammar has to refuse, in percent.
const REFUSED: usize = 90;

pub(crate) fn args() -> [Arg; 3] {
    [
        arguments::number("seed", "What all changes follow from").default_value("1"),
        arguments::number("changes", "How many changes of each example").default_value("10"),
        xtask_support::arguments::path(
            "mlir-opt",
            "MLIR's program [default: Debian's package mlir-22-tools]",
        ),
    ]
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    let Some(program) = mlir_opt(args, &release) else {
        let major = release.version().split('.').next().unwrap_or_default();
        say!(
            "left out: mlir-opt of LLVM {major} is not installed; apt-get install mlir-{major}-tools"
        );
        return Ok(summary(0, 0));
    };
    let number = |name: &str| args.get_one::<u64>(name).copied().unwrap_or_default();
    let run = GrammarRun {
        candidate: paths::candidate(args, BuildProfile::Release)?,
        release,
        opt: MlirOpt { program },
        seed: number("seed"),
        changes: number("changes"),
        is_verbose: args.get_flag("verbose"),
    };
    run.compare()
}

/// Returns the program that parses examples, if it is installed.
fn mlir_opt(args: &ArgMatches, release: &ReferenceRelease) -> Option<PathBuf> {
    if let Some(program) = args.get_one::<PathBuf>("mlir-opt") {
        return Some(program.clone());
    }
    let major = release.version().split('.').next().unwrap_or_default();
    let debian = PathBuf::from(format!("/usr/lib/llvm-{major}/bin/mlir-opt"));
    release.program("mlir-opt").or(Some(debian).filter(|program| program.is_file()))
}

/// A comparison of grammars with `mlir-opt`.
struct GrammarRun {
    candidate: PathBuf,
    release: ReferenceRelease,
    opt: MlirOpt,
    seed: u64,
    changes: u64,
    is_verbose: bool,
}

/// Counts for a dialect.
#[derive(Default)]
struct GrammarCounts {
    examples: usize,
    accepted: usize,
    invalid: usize,
    refused: usize,
    /// Changed examples that are valid.
    valid: usize,
    /// Valid changed examples that the grammar refuses.
    wrongly_refused: usize,
}

impl GrammarCounts {
    fn add(&mut self, other: &GrammarCounts) {
        self.examples += other.examples;
        self.accepted += other.accepted;
        self.invalid += other.invalid;
        self.refused += other.refused;
        self.valid += other.valid;
        self.wrongly_refused += other.wrongly_refused;
    }

    fn row(&self, name: &str) -> String {
        let GrammarCounts { examples, accepted, invalid, refused, valid, wrongly_refused } = self;
        let percent = 1000 * refused / invalid.max(&1);
        format!(
            "| {name} | {accepted} of {examples} | {refused} of {invalid} | {}.{} % | {} of {valid} |",
            percent / 10,
            percent % 10,
            valid - wrongly_refused
        )
    }
}

impl GrammarRun {
    fn compare(&self) -> CommandOutcome {
        let directory = env::temp_dir().join(format!("grammars-{}", std::process::id()));
        fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
        let outcome = self.compare_in(&directory);
        drop(fs::remove_dir_all(&directory));
        outcome
    }

    fn compare_in(&self, directory: &Path) -> CommandOutcome {
        say!(
            "| dialect | accepted examples | refused invalid changes | | accepted valid changes |"
        );
        say!("|---|---|---|---|---|");
        let mut total = GrammarCounts::default();
        for (name, file, others) in DIALECTS {
            let includes: String = std::iter::once(&file)
                .chain(others)
                .map(|file| format!("include \"mlir/Dialect/{file}\"\n"))
                .collect();
            let main = directory.join(format!("{name}.td"));
            fs::write(&main, includes).map_err(|error| error.to_string())?;
            let grammar = self.dialect("grammar", &main)?;
            let grammar = Gbnf::new(&String::from_utf8_lossy(&grammar))?;
            let json = self.dialect("json", &main)?;
            let json: Value = serde_json::from_slice(&json).map_err(|error| error.to_string())?;
            let of_dialect = |dialect: &&Value| dialect["name"] == name;
            let dialect = json["dialects"].as_array().into_iter().flatten().find(of_dialect);
            let dialect = dialect.ok_or_else(|| format!("no dialect {name}"))?;
            let counts = self.compare_dialect(name, dialect, &grammar)?;
            say!("{}", counts.row(name));
            total.add(&counts);
        }
        say!("{}", total.row("all"));
        let has_refused = 100 * total.refused >= REFUSED * total.invalid;
        let failed = total.examples - total.accepted + usize::from(!has_refused);
        Ok(summary(total.accepted, failed))
    }

    fn dialect(&self, format: &str, main: &Path) -> Result<Vec<u8>, String> {
        let mut command = Command::new(&self.candidate);
        command.envs(self.release.variables());
        command.args(["dialect", "--dialect", "*", "--format", format]).arg(main);
        command.arg("-I").arg(self.release.corpus.join("mlir/include"));
        stdout_of(&mut command)
    }

    fn compare_dialect(
        &self,
        name: &str,
        dialect: &Value,
        grammar: &Gbnf,
    ) -> Result<GrammarCounts, String> {
        let examples = examples::of_dialect(dialect, &self.opt)?;
        let mut counts = GrammarCounts { examples: examples.len(), ..GrammarCounts::default() };
        let mut accepted = Vec::new();
        for example in &examples {
            match grammar.matched_prefix(&example.text) {
                Ok(()) => accepted.push(example),
                Err(end) => say!("{}: refused at byte {end}:\n{}", example.operation, example.text),
            }
        }
        counts.accepted = accepted.len();
        let pool: Vec<String> = examples.iter().flat_map(|one| tokens(&one.text)).collect();
        let mut changes: Vec<String> = Vec::new();
        for (index, example) in accepted.iter().enumerate() {
            let mut random = Random::for_trial(self.seed, index as u64);
            changes.extend((0..self.changes).map(|_| changed(&example.text, &pool, &mut random)));
        }
        changes.sort();
        changes.dedup();
        let verdicts = self.opt.verdicts(&changes)?;
        self.count_changes(name, &changes, &verdicts, grammar, &mut counts);
        Ok(counts)
    }

    fn count_changes(
        &self,
        name: &str,
        changes: &[String],
        verdicts: &[Verdict],
        grammar: &Gbnf,
        counts: &mut GrammarCounts,
    ) {
        let mut reasons: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        for (text, verdict) in changes.iter().zip(verdicts) {
            let is_accepted = grammar.accepts(text);
            match verdict {
                Verdict::Valid => {
                    counts.valid += 1;
                    counts.wrongly_refused += usize::from(!is_accepted);
                    if !is_accepted && self.is_verbose {
                        say!("{name}: valid, but refused:\n{text}");
                    }
                }
                Verdict::Invalid(message) => {
                    counts.invalid += 1;
                    counts.refused += usize::from(!is_accepted);
                    if is_accepted {
                        reasons.entry(message).or_insert((0, text)).0 += 1;
                    }
                }
                Verdict::Unknown => {}
            }
        }
        if self.is_verbose {
            for (message, (count, text)) in reasons {
                say!("{name}: {count} accepted: {message}\n{text}");
            }
        }
    }
}
