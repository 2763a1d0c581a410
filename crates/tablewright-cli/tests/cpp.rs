//! Tests over `tests/cpp/*.cpp` of the workspace: a file is a program over generated C++, which is
//! compiled against LLVM's headers and run.
//!
//! The generated files are the expected outputs in `tests/data`, which other tests hold true. A
//! program that begins with `// CORPUS: Sparc gen-register-info …` includes, by these names and
//! `.inc`, what the actions make of that target of the reference release. `// TOY: gen-register-info …`
//! does so for `examples/toy-target`. `RISCV/RISCVGISel` and `ToyGISel` name the main file, if it is not called
//! as the target is; `gen-foo:option=value` gives an option to an action. Beside a file of `gen-dag-isel` there
//! is `nodes.inc`, which declares the nodes of the target that it names; beside one of `gen-instr-info`,
//! `operand_types.inc`, for the types of operands. A program with a line `// COMPILED ONLY: …` is not linked
//! and not run.
//!
//! A program with a line `// RELEASES: 19 22` is compiled with the headers and the outputs of each of these.
//! Those of 22 and 23 are where `conformance/release.sh` puts them; the library of 23 needs a newer C library
//! than a machine may have, so that its programs are not run.
//!
//! A program over a target of a release has a name in `corpus/`. It runs only if `TABLEWRIGHT_TEST_PROGRAM` is the
//! path of an optimised program: the development build needs minutes for RISC-V's selectors.
//!
//! Where the headers, the library, the compiler or the sources of a release are not installed, tests
//! are ignored, and said to be.

mod trials;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;

use trials::{Failed, TEST_PROGRAM, Trial};

const COMPILER: &str = "g++";

/// The library of a release that programs are linked with.
struct Library {
    dir: PathBuf,
    name: &'static str,
}

/// A release whose outputs are compiled.
struct Release {
    /// Its major number.
    major: &'static str,
    corpus: PathBuf,
    headers: [PathBuf; 2],
    /// `None` where programs are not run.
    library: Option<Library>,
}

fn main() -> ExitCode {
    let releases = releases();
    let mut notices = String::new();
    let mut trials = Vec::new();
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cpp");
    let programs: Vec<Arc<Program>> =
        programs(&dir).expect("tests/cpp can be listed").into_iter().map(Arc::new).collect();
    let has_optimised = env::var_os(TEST_PROGRAM).is_some();
    if !has_optimised {
        notices += &format!(
            "Programs in corpus/ are ignored: {TEST_PROGRAM} names no optimised program\n"
        );
    }
    for release in releases.map(Arc::new) {
        let missing = release.missing();
        if let Some(missing) = &missing {
            notices += &format!("NO C++ FOR LLVM {} IS COMPILED: {missing}\n", release.major);
        }
        let has_corpus = release.corpus.join("llvm/include").is_dir();
        if !has_corpus {
            let dir = release.corpus.display();
            notices += &format!("NO TARGET OF LLVM {} IS COMPILED: no {dir}\n", release.major);
        }
        for program in programs.iter().filter(|program| program.is_for(&release)) {
            let needs_corpus =
                matches!(program.target, Some(Target { place: Place::Corpus { .. }, .. }));
            let is_ignored = missing.is_some() || needs_corpus && !(has_corpus && has_optimised);
            let directory = if needs_corpus { "corpus/" } else { "" };
            let name = format!("{directory}{}_{}", program.name, release.major);
            let (program, release) = (Arc::clone(program), Arc::clone(&release));
            trials.push(Trial::new(name, is_ignored, move || program.run(&release)));
        }
    }
    io::stderr().write_all(notices.as_bytes()).expect("standard error takes text");
    trials::run(trials)
}

/// The main release, from Debian's packages `llvm-19-dev` and `libllvm19`, and the others.
/// `$TABLEWRIGHT_CORPUS` names another directory for the sources of the main one.
fn releases() -> [Release; 3] {
    let in_home = || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".cache");
    let cache = env::var_os("XDG_CACHE_HOME").map_or_else(in_home, PathBuf::from);
    let corpus = env::var_os("TABLEWRIGHT_CORPUS")
        .map_or_else(|| cache.join("tablewright/llvm-19.1.7"), PathBuf::from);
    let beside = |name: &str| corpus.with_file_name(name);
    let headers = |usr: &Path, major: &str| {
        ["llvm", "llvm-c"].map(|name| usr.join(format!("include/{name}-{major}")))
    };
    let usr_of = |version: &str| beside(&format!("reference-{version}/files/usr"));
    let (usr_22, usr_23) = (usr_of("22.1.8"), usr_of("23.1"));
    [
        Release {
            major: "19",
            headers: headers(Path::new("/usr"), "19"),
            library: Some(Library { dir: "/usr/lib/llvm-19/lib".into(), name: "LLVM-19" }),
            corpus: corpus.clone(),
        },
        Release {
            major: "22",
            corpus: beside("llvm-22.1.8"),
            headers: headers(&usr_22, "22"),
            library: Some(Library { dir: usr_22.join("lib/x86_64-linux-gnu"), name: "LLVM-22" }),
        },
        Release {
            major: "23",
            corpus: beside("llvm-23.1"),
            headers: headers(&usr_23, "23"),
            library: None,
        },
    ]
}

impl Release {
    /// What is needed to compile and is not there.
    fn missing(&self) -> Option<String> {
        let directories = self.headers.iter().chain(self.library.as_ref().map(|found| &found.dir));
        let mut missing = directories.filter(|dir| !dir.is_dir());
        if let Some(dir) = missing.next() {
            return Some(format!("{} is not installed", dir.display()));
        }
        let answer = Command::new(COMPILER).arg("--version").output();
        answer.is_err().then(|| format!("{COMPILER} is not installed"))
    }
}

/// A file of `tests/cpp`.
struct Program {
    name: String,
    source: PathBuf,
    target: Option<Target>,
    /// The major numbers of the releases that it is for.
    releases: Vec<String>,
    is_run: bool,
}

/// What a program includes of a target.
struct Target {
    place: Place,
    actions: Vec<String>,
}

/// Where a target is described.
enum Place {
    /// In the reference release, by that name.
    Corpus { target: String, main: String },
    /// In `examples/toy-target`.
    Toy { main: String },
}

fn programs(dir: &Path) -> io::Result<Vec<Program>> {
    let mut programs = Vec::new();
    for entry in fs::read_dir(dir)? {
        let source = entry?.path();
        if source.extension() == Some(OsStr::new("cpp")) {
            let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = fs::read_to_string(&source)?;
            let is_run = !text.contains("\n// COMPILED ONLY: ");
            let mut lines = text.lines();
            let releases = lines.find_map(|line| line.strip_prefix("// RELEASES: "));
            let releases = releases.unwrap_or("19").split(' ').map(str::to_owned).collect();
            programs.push(Program {
                name,
                source,
                target: Target::from_program(&text),
                releases,
                is_run,
            });
        }
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(programs)
}

impl Program {
    fn is_for(&self, release: &Release) -> bool {
        self.releases.iter().any(|major| major == release.major)
    }

    fn run(&self, release: &Release) -> Result<(), Failed> {
        let dir = format!("cpp-{}-{}", self.name, release.major);
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(dir);
        fs::create_dir_all(&dir)?;
        if let Some(target) = &self.target {
            target.generate(release, &dir)?;
        }
        let program = dir.join(&self.name);
        let mut compiler = Command::new(COMPILER);
        // What a program does not use of a generated file is no fault.
        compiler.args(["-std=c++17", "-Wall", "-Wextra", "-Werror"]);
        compiler.args(["-Wno-unused", "-Wno-unused-parameter"]);
        for headers in &release.headers {
            compiler.arg("-isystem").arg(headers);
        }
        compiler.arg("-I").arg(&dir).arg(&self.source);
        let library = match &release.library {
            Some(library) if self.is_run => library,
            Some(_) | None => return succeed(compiler.arg("-fsyntax-only")),
        };
        let libraries = library.dir.display();
        compiler.arg("-o").arg(&program);
        compiler.arg(format!("-L{libraries}")).arg(format!("-Wl,-rpath,{libraries}"));
        compiler.arg(format!("-l{}", library.name));
        succeed(&mut compiler)?;
        succeed(&mut Command::new(&program))
    }
}

impl Target {
    /// What the first line of a program asks for.
    fn from_program(program: &str) -> Option<Target> {
        let (key, words) = program.lines().next()?.split_once(": ")?;
        let mut words = words.split_whitespace().map(str::to_owned).peekable();
        let place = match key {
            "// CORPUS" => {
                let word = words.next()?;
                let (target, main) = word.split_once('/').unwrap_or((&word, &word));
                Place::Corpus { target: target.to_owned(), main: main.to_owned() }
            }
            "// TOY" => {
                let main = words.next_if(|word| !word.starts_with("gen-"));
                Place::Toy { main: main.unwrap_or_else(|| "Toy".to_owned()) }
            }
            _ => return None,
        };
        Some(Target { place, actions: words.collect() })
    }

    /// Writes into `dir` what the actions make of the target.
    fn generate(&self, release: &Release, dir: &Path) -> Result<(), Failed> {
        let (input, include_dirs) = self.input(&release.corpus);
        for action in &self.actions {
            let mut words = action.split(':');
            let action = words.next().unwrap_or_default();
            let mut run = Command::new(trials::program());
            run.args(["llvm-tblgen", "--release", release.major, &format!("--{action}")]);
            run.args(words.map(|option| format!("--{option}")));
            run.args(include_dirs.iter().map(|dir| format!("-I{dir}")));
            let output = dir.join(format!("{action}.inc"));
            run.arg(&input).arg("-o").arg(&output);
            succeed(&mut run)?;
            match action {
                "gen-dag-isel" => {
                    fs::write(dir.join("nodes.inc"), target_nodes(&fs::read_to_string(output)?))?;
                }
                "gen-instr-info" => {
                    let types = operand_types(&fs::read_to_string(output)?);
                    fs::write(dir.join("operand_types.inc"), types)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The main file of the target, and where it looks for others.
    fn input(&self, corpus: &Path) -> (String, [String; 2]) {
        match &self.place {
            Place::Corpus { target, main } => {
                let llvm = corpus.join("llvm").display().to_string();
                let own = format!("{llvm}/lib/Target/{target}");
                (format!("{own}/{main}.td"), [own, format!("{llvm}/include")])
            }
            Place::Toy { main } => {
                let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");
                (format!("{own}/{main}.td"), [own.to_owned(), format!("{own}/prelude")])
            }
        }
    }
}

/// Enums of the nodes that a selector's table names, but for those that all targets have. Targets declare
/// them by hand.
fn target_nodes(table: &str) -> String {
    let mut nodes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for value in table.split("TARGET_VAL(").skip(1) {
        let Some((namespace, rest)) = value.split_once("::") else { continue };
        if namespace.ends_with("ISD") && namespace != "ISD" {
            let node = rest.split(')').next().unwrap_or_default();
            nodes.entry(namespace).or_default().insert(node);
        }
    }
    let mut text = String::new();
    for (namespace, nodes) in nodes {
        let names: Vec<&str> = nodes.into_iter().collect();
        text += &format!("namespace {namespace} {{\nenum {{ FIRST = llvm::ISD::BUILTIN_OP_END, ");
        text += &format!("{} }};\n}}\n", names.join(", "));
    }
    text
}

/// Enums of the types of operands that a table of instructions names, but for those that all targets have.
/// Targets declare them by hand; their values do not matter here.
fn operand_types(table: &str) -> String {
    let mut types: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (at, _) in table.match_indices("Op::OPERAND_") {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let namespace = table[..at].rsplit(|c| !is_word(c)).next().unwrap_or_default();
        let name = table[at + "Op::".len()..].split(|c| !is_word(c)).next().unwrap_or_default();
        types.entry(namespace).or_default().insert(name);
    }
    let mut text = String::new();
    for (namespace, names) in types {
        let names: Vec<&str> = names.into_iter().collect();
        text += &format!("namespace llvm {{\nnamespace {namespace}Op {{\n");
        text += "enum OperandType : unsigned { FIRST = MCOI::OPERAND_FIRST_TARGET, ";
        text += &format!("{} }};\n}}\n}}\n", names.join(", "));
    }
    text
}

fn succeed(command: &mut Command) -> Result<(), Failed> {
    let ran = command.output()?;
    if ran.status.success() {
        return Ok(());
    }
    Err(format!("{}\n{}", ran.status, String::from_utf8_lossy(&ran.stderr)).into())
}
