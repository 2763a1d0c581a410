//! Dialects as IRDL, Rust and stubs of Python, held to what reads them: xDSL, the Rust compiler, Python and mypy. What is
//! not installed is left out, and the test says so. The environment variable `TABLEWRIGHT_PYTHON` names a Python that has
//! xDSL and mypy. Descriptions of MLIR are those of the corpus.
#![expect(clippy::print_stderr, reason = "a test that leaves something out says so")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tablewright::mlir::{
    AttrOrType, AttrOrTypeDef, Dialect, Operation, irdl, python_stubs, rust_wrappers,
};
use tablewright::{Loaded, Session};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mlir_printers");
const SUPPORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/support");

/// Dialects of MLIR with the files that describe them.
const DIALECTS: [(&str, &str); 3] = [
    ("arith", "mlir/Dialect/Arith/IR/ArithOps.td"),
    ("func", "mlir/Dialect/Func/IR/FuncOps.td"),
    ("scf", "mlir/Dialect/SCF/IR/SCFOps.td"),
];

/// The headers of MLIR 23.1, if the corpus has them.
fn include() -> Option<PathBuf> {
    let home = std::env::var("HOME").unwrap_or_default();
    let corpus = std::env::var("TABLEWRIGHT_CORPUS")
        .unwrap_or_else(|_| format!("{home}/.cache/tablewright/llvm-19.1.7"));
    let include = Path::new(&corpus).with_file_name("llvm-23.1").join("mlir/include");
    let is_there = include.is_dir();
    if !is_there {
        eprintln!("left out: there are no descriptions of MLIR 23.1 in {}", include.display());
    }
    is_there.then_some(include)
}

fn load(directory: &Path, file: &str) -> Loaded {
    let session = Session::new().include_dir(directory).warn_unused_template_args(false);
    session.load_text("dialect.td", format!("include \"{file}\"\n")).expect("it can be read")
}

/// The dialects of the corpus, and that of the tests.
fn dialects() -> Vec<(&'static str, Loaded)> {
    let mut loaded = vec![("cmath", load(Path::new(SUPPORT), "mlir-cmath.inc"))];
    if let Some(include) = include() {
        loaded.extend(DIALECTS.map(|(name, file)| (name, load(&include, file))));
    }
    loaded
}

/// A dialect with its operations, in the order of the description.
fn contents<'s>(name: &str, loaded: &'s Loaded) -> (Dialect<'s>, Vec<Operation<'s>>) {
    let dialect = Dialect::selected(&loaded.store, name).expect("dialects can be read");
    let dialect = dialect.expect("there is such a dialect");
    let mut operations = Operation::all(&loaded.store, |_| true).expect("they can be read");
    operations.retain(|operation| operation.dialect.definition == dialect.definition);
    operations.sort_by_key(|operation| operation.names.sequence);
    (dialect, operations)
}

/// An empty directory for the files of a test.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mlir-printers-{name}"));
    drop(fs::remove_dir_all(&directory));
    fs::create_dir_all(&directory).expect("the directory can be created");
    directory
}

/// A Python that has a module, if there is one.
fn python_with(module: &str) -> Option<Command> {
    let python = std::env::var("TABLEWRIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let import = Command::new(&python).args(["-c", &format!("import {module}")]).output();
    let is_there = import.is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("left out: {python} has no module {module}");
    }
    is_there.then(|| Command::new(python))
}

/// Runs a command, which has to succeed.
fn succeed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the program can be run");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let (stdout, stderr) = (text(stdout), text(stderr));
    assert!(status.success(), "{command:?}\n{stdout}\n{stderr}");
    stdout
}

/// Reads files of IRDL, verifies them, and prints how many definitions of each kind they have.
const READ_IRDL: &str = "
import sys
from collections import Counter
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.irdl import IRDL
from xdsl.parser import Parser
for path in sys.argv[1:]:
    context = Context()
    context.load_dialect(Builtin)
    context.load_dialect(IRDL)
    module = Parser(context, open(path).read(), path).parse_module()
    module.verify()
    names = Counter(op.name for op in module.walk())
    print(*(names[f'irdl.{kind}'] for kind in ('dialect', 'type', 'attribute', 'operation')))
";

#[test]
fn irdl_is_read_by_xdsl() {
    let Some(mut python) = python_with("xdsl") else { return };
    let directory = directory("irdl");
    let mut counts = String::new();
    python.args(["-c", READ_IRDL]);
    for (name, loaded) in dialects() {
        let (dialect, operations) = contents(name, &loaded);
        let irdl = irdl::print(&loaded.store, &dialect, &operations).expect("it can be printed");
        let path = directory.join(format!("{name}.mlir"));
        fs::write(&path, irdl.text).expect("the file can be written");
        let own = |kind| {
            let defs = AttrOrTypeDef::all(&loaded.store, kind).expect("they can be read");
            defs.iter().filter(|def| def.dialect.name == name).count()
        };
        let (types, attributes) = (own(AttrOrType::Type), own(AttrOrType::Attr));
        counts += &format!("1 {types} {attributes} {}\n", operations.len());
        python.arg(path);
    }
    assert_eq!(succeed(&mut python), counts);
}

#[test]
fn integer_enums_are_lists_of_their_numbers() {
    let Some(include) = include() else { return };
    let loaded = load(&include, "mlir/Dialect/Arith/IR/ArithOps.td");
    let (dialect, mut operations) = contents("arith", &loaded);
    operations.retain(|operation| operation.names.mnemonic == "cmpi");
    let irdl = irdl::print(&loaded.store, &dialect, &operations).expect("it can be printed").text;
    for number in 0..10 {
        assert!(irdl.contains(&format!("= irdl.is {number} : i64\n")), "{irdl}");
    }
    assert!(irdl.contains("irdl.attributes {\"predicate\" = %"), "{irdl}");
}

/// Compiles a file with the Rust compiler that compiles this test.
fn rustc(directory: &Path, arguments: &[&str]) {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let mut command = Command::new(compiler);
    command.current_dir(directory).args(["--edition", "2021", "-D", "warnings"]).args(arguments);
    succeed(&mut command);
}

#[test]
fn rust_wrappers_are_compiled_and_run() {
    if include().is_none() {
        return;
    }
    let directory = directory("rust");
    let mut all = String::new();
    for (name, loaded) in dialects() {
        let (dialect, operations) = contents(name, &loaded);
        let wrappers = rust_wrappers::print(&dialect, &operations).expect("it can be printed");
        fs::write(directory.join(format!("{name}.rs")), wrappers.text).expect("it can be written");
        all += &format!("include!(\"{name}.rs\");\n");
    }
    fs::write(directory.join("all.rs"), all).expect("the file can be written");
    fs::copy(format!("{FIXTURES}/uses.rs"), directory.join("uses.rs")).expect("it can be copied");
    let melior = format!("{FIXTURES}/melior.rs");
    rustc(&directory, &["--crate-type", "rlib", "--crate-name", "melior", &melior]);
    // As a library, where everything that is public may be used and lints of documentation hold.
    let library =
        ["--crate-type", "lib", "--emit", "metadata", "--extern", "melior=libmelior.rlib"];
    rustc(&directory, &[&library[..], &["all.rs"]].concat());
    rustc(&directory, &["--extern", "melior=libmelior.rlib", "uses.rs"]);
    succeed(&mut Command::new(directory.join("uses")));
}

#[test]
fn python_stubs_are_read_by_python_and_mypy() {
    let Some(mut python) = python_with("ast") else { return };
    let directory = directory("python");
    // The package that the bindings of MLIR for Python are in, with the classes that stubs name.
    let package = directory.join("mlir");
    let dialects_of_package = package.join("dialects");
    let extension = package.join("_mlir_libs/_mlir");
    for folder in [&dialects_of_package, &extension] {
        fs::create_dir_all(folder).expect("the directory can be created");
    }
    for path in ["__init__.pyi", "dialects/__init__.pyi", "_mlir_libs/__init__.pyi"] {
        fs::write(package.join(path), "").expect("the file can be written");
    }
    fs::write(extension.join("__init__.pyi"), "").expect("the file can be written");
    fs::copy(format!("{FIXTURES}/ir.pyi"), extension.join("ir.pyi")).expect("it can be copied");
    python.args([
        "-c",
        "import ast, sys\nfor path in sys.argv[1:]: ast.parse(open(path).read(), path)",
    ]);
    for (name, loaded) in dialects() {
        let (dialect, operations) = contents(name, &loaded);
        let stubs = python_stubs::print(&loaded.store, &dialect, &operations, false);
        let path = dialects_of_package.join(format!("_{name}_ops_gen.pyi"));
        fs::write(&path, stubs.expect("it can be printed")).expect("the file can be written");
        python.arg(path);
    }
    succeed(&mut python);
    if let Some(mut python) = python_with("mypy") {
        let cache = directory.join("cache");
        python.current_dir(&directory).args(["-m", "mypy", "--strict", "--cache-dir"]).arg(cache);
        succeed(python.args(["-p", "mlir"]));
    }
}
