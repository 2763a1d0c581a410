//! Tests over `tests/cpp/*.cpp` of the workspace: a file is a program over generated C++, which is
//! compiled against LLVM's headers and run.
//!
//! The generated files are the expected outputs in `tests/data`, which other tests hold true. A
//! program that begins with `// CORPUS: Sparc gen-register-info …` includes, by these names and
//! `.inc`, what the actions make of that target of the reference release. `// TOY: gen-register-info …`
//! does so for `examples/toy-target`. `RISCV/RISCVGISel` and `ToyGISel` name the main file, if it is not called
//! as the target is; `gen-foo:option=value` gives an option to an action. Beside a file of `gen-dag-isel` there
//! is `nodes.inc`, which declares the nodes of the target that it names. A program with a line
//! `// COMPILED ONLY: …` is not linked and not run.
//!
//! Where the headers, the library, the compiler or the sources of the reference release are not
//! installed, tests are ignored, and said to be.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

/// Where Debian's packages `llvm-19-dev` and `libllvm19` put headers and the library.
const HEADERS: [&str; 2] = ["/usr/include/llvm-19", "/usr/include/llvm-c-19"];
const LIBRARIES: &str = "/usr/lib/llvm-19/lib";
const COMPILER: &str = "g++";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let missing = missing();
    let corpus = corpus();
    let mut notices = String::new();
    if let Some(missing) = &missing {
        notices += &format!("NO GENERATED C++ IS COMPILED: {missing} is not installed\n");
    }
    if let Err(missing) = &corpus {
        notices += &format!("NO TARGET OF LLVM IS COMPILED: {missing}\n");
    }
    io::stderr().write_all(notices.as_bytes()).expect("standard error takes text");
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cpp");
    let programs = programs(&dir).expect("tests/cpp can be listed");
    let trials = programs.into_iter().map(|program| {
        let needs_corpus =
            matches!(program.target, Some(Target { place: Place::Corpus { .. }, .. }));
        let is_ignored = missing.is_some() || needs_corpus && corpus.is_err();
        let corpus = corpus.clone().unwrap_or_default();
        Trial::test(program.name.clone(), move || program.run(&corpus))
            .with_ignored_flag(is_ignored)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

/// The source tree of the reference release: `$TABLEWRIGHT_CORPUS`, or its place in the cache.
fn corpus() -> Result<PathBuf, String> {
    let in_home = || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".cache");
    let cache = env::var_os("XDG_CACHE_HOME").map_or_else(in_home, PathBuf::from);
    let dir = env::var_os("TABLEWRIGHT_CORPUS")
        .map_or_else(|| cache.join("tablewright/llvm-19.1.7"), PathBuf::from);
    match dir.join("llvm/include").is_dir() {
        true => Ok(dir),
        false => Err(format!("there are no sources of LLVM 19.1.7 at {}", dir.display())),
    }
}

/// What the tests need and is not there.
fn missing() -> Option<&'static str> {
    let directories = HEADERS.into_iter().chain([LIBRARIES]);
    let mut missing = directories.filter(|dir| !Path::new(dir).is_dir());
    missing.next().or_else(|| {
        let answer = Command::new(COMPILER).arg("--version").output();
        answer.is_err().then_some(COMPILER)
    })
}

/// A file of `tests/cpp`.
struct Program {
    name: String,
    source: PathBuf,
    target: Option<Target>,
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
            programs.push(Program { name, source, target: Target::of(&text), is_run });
        }
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(programs)
}

impl Program {
    fn run(&self, corpus: &Path) -> Result<(), Failed> {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cpp-{}", self.name));
        fs::create_dir_all(&dir)?;
        if let Some(target) = &self.target {
            target.generate(corpus, &dir)?;
        }
        let program = dir.join(&self.name);
        let mut compiler = Command::new(COMPILER);
        // What a program does not use of a generated file is no fault.
        compiler.args(["-std=c++17", "-Wall", "-Wextra", "-Werror"]);
        compiler.args(["-Wno-unused", "-Wno-unused-parameter"]);
        for headers in HEADERS {
            compiler.arg("-isystem").arg(headers);
        }
        compiler.arg("-I").arg(&dir).arg(&self.source);
        if !self.is_run {
            return succeed(compiler.arg("-fsyntax-only"));
        }
        compiler.arg("-o").arg(&program);
        compiler.arg(format!("-L{LIBRARIES}")).arg(format!("-Wl,-rpath,{LIBRARIES}"));
        compiler.arg("-lLLVM-19");
        succeed(&mut compiler)?;
        succeed(&mut Command::new(&program))
    }
}

impl Target {
    /// What the first line of a program asks for.
    fn of(program: &str) -> Option<Target> {
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
    fn generate(&self, corpus: &Path, dir: &Path) -> Result<(), Failed> {
        let (input, include_dirs) = self.input(corpus);
        for action in &self.actions {
            let mut words = action.split(':');
            let action = words.next().unwrap_or_default();
            let mut run = Command::new(env!("CARGO_BIN_EXE_tablewright"));
            run.args(["llvm-tblgen", &format!("--{action}")]);
            run.args(words.map(|option| format!("--{option}")));
            run.args(include_dirs.iter().map(|dir| format!("-I{dir}")));
            let output = dir.join(format!("{action}.inc"));
            run.arg(&input).arg("-o").arg(&output);
            succeed(&mut run)?;
            if action == "gen-dag-isel" {
                fs::write(dir.join("nodes.inc"), target_nodes(&fs::read_to_string(output)?))?;
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

fn succeed(command: &mut Command) -> Result<(), Failed> {
    let ran = command.output()?;
    if ran.status.success() {
        return Ok(());
    }
    Err(format!("{}\n{}", ran.status, String::from_utf8_lossy(&ran.stderr)).into())
}
