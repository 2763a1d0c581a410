//! Make, Ninja and CMake with this program: what they rebuild, and how many threads they let it have. Where one of
//! them is not installed, its part is left out, and standard error says so.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::{Dir, Ran, program};

/// Says why a part is left out.
fn left_out(why: &str) {
    drop(writeln!(io::stderr(), "left out: {why}"));
}

/// Whether a tool can be run.
pub(super) fn is_there(tool: &str) -> bool {
    let mut command = Command::new(tool);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    let is_there = command.status().is_ok_and(|status| status.success());
    if !is_there {
        left_out(&format!("{tool} is not installed"));
    }
    is_there
}

/// Names that build tools would read otherwise.
const ODD: &str = "C++ #1 $x/b c.td";

#[test]
fn depfiles_of_odd_names_are_read_by_make() {
    if !is_there("make") {
        return;
    }
    let dir = Dir::with("include \"b c.td\"\n");
    dir.write(ODD, "def b;\n");
    // Make's own escapes for the output, which the depfile has to match.
    let rule =
        "all: out\\ \\#1.txt\nout\\ \\#1.txt: a.td\n\t@echo built; $(TBLGEN)\n-include out.d\n";
    dir.write("Makefile", rule);
    let built = || {
        let tblgen = format!(
            "{} llvm-tblgen a.td -I 'C++ #1 $$x' -o 'out #1.txt' -d out.d",
            program().display()
        );
        let mut command = dir.command(Path::new("make"));
        command.arg("-s").arg(format!("TBLGEN={tblgen}")).env_remove("MAKEFLAGS");
        Ran::from_output(command.output().unwrap()).ok().contains("built")
    };
    assert!(built());
    assert!(dir.read("out.d").starts_with("out\\ \\#1.txt: C++\\ \\#1\\ $$x/b\\ c.td\n"));
    assert!(!built());
    // Make compares times of files.
    sleep(Duration::from_millis(20));
    dir.write(ODD, "def c;\n");
    assert!(built());
    assert!(dir.read("out #1.txt").contains("def c"));
    assert!(!built());
}

#[test]
fn depfiles_of_odd_names_are_read_by_ninja() {
    if !is_there("ninja") {
        return;
    }
    let dir = Dir::with("include \"b c.td\"\n");
    dir.write(ODD, "def b;\n");
    let program = program().display();
    let rule = format!(
        "rule tblgen\n  command = {program} llvm-tblgen a.td -I 'C++ #1 $$x' -o 'out #1.txt' -d out.d\n  \
         depfile = out.d\n  deps = gcc\nbuild out$ #1.txt: tblgen a.td\n"
    );
    dir.write("build.ninja", rule);
    let built = || {
        !Ran::from_output(dir.command(Path::new("ninja")).output().unwrap())
            .ok()
            .contains("no work")
    };
    assert!(built());
    assert!(!built());
    sleep(Duration::from_millis(20));
    dir.write(ODD, "def c;\n");
    assert!(built());
    assert!(dir.read("out #1.txt").contains("def c"));
    assert!(!built());
}

/// How many threads of a batch work under a job server with so many free tokens; all of them are back at the end.
#[cfg(target_os = "linux")]
fn threads_with(tokens: usize) -> usize {
    use std::io::Read;
    use std::thread;
    const JOBS: usize = 6;
    let dir = Dir::with("def a;\n");
    let fifo = |name: &str| {
        let path = dir.path(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    };
    // Open for both, so that neither end waits for the other.
    let path = fifo("tokens");
    let mut server = fs::OpenOptions::new().read(true).write(true).open(path).unwrap();
    server.write_all(&vec![b'+'; tokens]).unwrap();
    let mut command = dir.command(program());
    command.env("MAKEFLAGS", "-j --jobserver-auth=fifo:tokens").stdout(Stdio::null());
    command.args(["batch", "-j", "4", "a.td"]);
    let depfiles: Vec<PathBuf> = (0..JOBS).map(|job| fifo(&format!("{job}.d"))).collect();
    for job in 0..JOBS {
        command.args(["--dump-json", "-o", &format!("{job}.json"), "-d", &format!("{job}.d")]);
    }
    let mut child = command.spawn().unwrap();
    // A job waits until somebody reads its depfile, and has a temporary file.
    let working = || dir.files().iter().filter(|name| name.ends_with(".tmp")).count();
    let mut count = 0;
    let mut steady = 0;
    while steady < 30 {
        sleep(Duration::from_millis(10));
        steady = if count == working() && count > 0 { steady + 1 } else { 0 };
        count = working();
    }
    thread::scope(|scope| {
        for depfile in &depfiles {
            scope.spawn(move || fs::read(depfile).unwrap());
        }
    });
    assert!(child.wait().unwrap().success());
    server.write_all(b"end").unwrap();
    let mut left = vec![0; tokens + 3];
    server.read_exact(&mut left).unwrap();
    assert_eq!(left, [vec![b'+'; tokens], b"end".to_vec()].concat());
    count
}

#[cfg(target_os = "linux")]
#[test]
fn a_job_server_bounds_the_threads_of_a_batch() {
    assert_eq!([0, 1, 8].map(threads_with), [1, 2, 4]);
}

/// Make passes its job server to what it knows to heed it, and complains where a token is not given back.
#[test]
fn a_batch_heeds_the_job_server_of_make() {
    if !is_there("make") {
        return;
    }
    let dir = Dir::with("def a;\n");
    let program = program().display();
    let jobs: String = (0..20).map(|job| format!(" --dump-json -o {job}.json")).collect();
    let rules =
        format!("all: x y\nx y:\n\t+@mkdir -p $@ && cd $@ && {program} batch -j 4 ../a.td{jobs}\n");
    dir.write("Makefile", rules);
    let mut command = dir.command(Path::new("make"));
    command.args(["-s", "-j2"]).env_remove("MAKEFLAGS");
    let out = Ran::from_output(command.output().unwrap()).ok();
    assert_eq!(out.matches("20 written, 0 unchanged, 0 failed").count(), 2);
}

/// A project that uses LLVM's installed modules, and one more directory of descriptions.
struct Project {
    dir: Dir,
    generator: &'static str,
}

const ROOT: &str = "\
cmake_minimum_required(VERSION 3.20)
project(Scratch NONE)
find_package(LLVM REQUIRED CONFIG)
list(APPEND CMAKE_MODULE_PATH \"${LLVM_CMAKE_DIR}\")
include(TableGen)
include(Tablewright)
include_directories(${LLVM_INCLUDE_DIRS} shared)
add_subdirectory(lib)
";

const LIB: &str = "\
set(LLVM_TARGET_DEFINITIONS Toy.td)
tablegen(LLVM tables.inc -gen-searchable-tables)
tablegen(LLVM registers.txt -print-enums -class=Register)
tablegen(LLVM records.json -dump-json)
set(LLVM_TARGET_DEFINITIONS Alone.td)
tablegen(LLVM alone.txt -print-enums -class=\"C\")
add_public_tablegen_target(ToyTableGen)
foreach(name tables.inc registers.txt records.json)
  add_custom_command(OUTPUT ${name}.used DEPENDS ${name}
    COMMAND ${CMAKE_COMMAND} -E copy ${name} ${name}.used COMMENT \"use ${name}\")
  list(APPEND used ${name}.used)
endforeach()
add_custom_target(use ALL DEPENDS ${used})
add_dependencies(use ToyTableGen)
";

const TOY: &str = "\
include \"llvm/TableGen/SearchableTable.td\"
include \"registers.td\"
def Registers : GenericTable {
  let FilterClass = \"Register\";
  let Fields = [\"Name\", \"Number\"];
}
";

const REGISTERS: &str = "\
class Register<string name, int number> { string Name = name; bits<8> Number = number; int Cost = 1; }
def A : Register<\"a\", 0>;
def B : Register<\"b\", 1>;
";

/// LLVM's CMake files.
fn llvm_dir() -> Option<PathBuf> {
    let dir = Path::new("/usr/lib/llvm-19/lib/cmake/llvm");
    if !dir.join("TableGen.cmake").exists() {
        left_out("LLVM's CMake files (llvm-19-dev) are not installed");
        return None;
    }
    Some(dir.to_owned())
}

impl Project {
    fn new(generator: &'static str) -> Project {
        let project = Project { dir: Dir::new(), generator };
        project.dir.write("CMakeLists.txt", ROOT);
        project.dir.write("lib/CMakeLists.txt", LIB);
        project.dir.write("lib/Toy.td", TOY);
        project.dir.write("shared/registers.td", REGISTERS);
        // Nothing is included here, and the option above has quotes.
        project.dir.write("lib/Alone.td", "class C;\ndef alone : C;\n");
        // A copy, so that its time can change.
        fs::copy(program(), project.dir.path("tablewright")).unwrap();
        project
    }

    #[track_caller]
    fn configure(&self, llvm_dir: &Path) {
        let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contrib/cmake");
        let mut command = self.dir.command(Path::new("cmake"));
        command.args(["-S", ".", "-B", "build", "-G", self.generator]);
        command.arg(format!("-DCMAKE_MODULE_PATH={}", module.display()));
        command.arg(format!("-DTABLEWRIGHT_EXECUTABLE={}", self.dir.path("tablewright").display()));
        command.arg(format!("-DLLVM_DIR={}", llvm_dir.display()));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Builds, and returns what was done: `batch`, and the names of the outputs that were used.
    #[track_caller]
    fn build(&self) -> Vec<String> {
        let (done, succeeded) = self.try_build();
        assert!(succeeded, "{done:?}");
        done
    }

    fn try_build(&self) -> (Vec<String>, bool) {
        // Build tools compare times of files.
        sleep(Duration::from_millis(20));
        let mut command = self.dir.command(Path::new("cmake"));
        command.args(["--build", "build"]).env_remove("MAKEFLAGS");
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let mut done: Vec<String> = text
            .lines()
            .filter_map(|line| match line.split_once("use ") {
                Some((_, name)) if line.starts_with('[') => Some(name.to_owned()),
                _ => line.contains(".td: building").then(|| "batch".to_owned()),
            })
            .collect();
        done.sort();
        done.dedup();
        (done, output.status.success())
    }

    fn change(&self, name: &str, from: &str, to: &str) {
        let text = self.dir.read(name);
        assert!(text.contains(from), "{name} has no {from}");
        self.dir.write(name, text.replace(from, to));
    }

    /// Changes the time of a file alone.
    fn touch(&self, name: &str) {
        let file = fs::OpenOptions::new().append(true).open(self.dir.path(name)).unwrap();
        file.set_modified(std::time::SystemTime::now()).unwrap();
    }
}

const ALL: [&str; 4] = ["batch", "records.json", "registers.txt", "tables.inc"];

/// What is built after each kind of change. `restats` is whether outputs that stay the same are left alone.
fn check_changes(generator: &'static str, restats: bool) {
    let Some(llvm_dir) = llvm_dir() else { return };
    if !is_there("cmake") {
        return;
    }
    let project = Project::new(generator);
    project.configure(&llvm_dir);
    let check = |what: &str, expected: &[&str]| {
        let expected = if restats || expected.is_empty() { expected } else { &ALL };
        assert_eq!(project.build(), expected, "{generator}: {what}");
        assert_eq!(project.build(), [] as [&str; 0], "{generator}: {what}, again");
    };
    check("the first build", &ALL);
    assert_eq!(project.dir.read("build/lib/alone.txt"), "alone, \n");
    project.touch("lib/Toy.td");
    check("the time of the description", &ALL[..1]);
    project.change("shared/registers.td", "def A", "// A comment.\ndef A");
    // JSON has the lines of records.
    check("a comment in an included file", &["batch", "records.json"]);
    project.change("shared/registers.td", "int Cost = 1", "int Cost = 2");
    check("a field that no table has", &["batch", "records.json"]);
    project.change("shared/registers.td", "Register<\"a\"", "Register<\"aa\"");
    check("a field of a table", &["batch", "records.json", "tables.inc"]);
    project.change("shared/registers.td", "def B", "def C : Register<\"c\", 2>; def B");
    check("a record", &ALL);
    project.touch("tablewright");
    check("the program", &ALL[..1]);
    fs::remove_file(project.dir.path("build/lib/registers.txt")).unwrap();
    check("a missing output", &["batch", "registers.txt"]);
    project.change("lib/CMakeLists.txt", "-class=Register)", "-class=GenericTable)");
    check("an option of an output", &["batch", "registers.txt"]);
    project.dir.write("shared/more.td", "def D : Register<\"d\", 3>;\n");
    let include = "include \"registers.td\"\n";
    project.change("lib/Toy.td", include, &format!("{include}include \"more.td\"\n"));
    check("another included file", &["batch", "records.json", "tables.inc"]);
    project.change("shared/more.td", "\"d\"", "\"dd\"");
    check("a field in the other included file", &["batch", "records.json", "tables.inc"]);
    check_failure(&project, restats);
    if restats {
        // CMake's rules for make never forget a file (as of 3.25), and build again and again.
        fs::remove_file(project.dir.path("shared/more.td")).unwrap();
        project.change("lib/Toy.td", "include \"more.td\"\n", "");
        check("an included file that is gone", &["batch", "records.json", "tables.inc"]);
    }
}

/// After a mistake the old outputs are there; when it is corrected, what differs is new.
fn check_failure(project: &Project, restats: bool) {
    let before = project.dir.read("build/lib/records.json");
    project.change("shared/registers.td", "def A", "def def A");
    let (done, succeeded) = project.try_build();
    assert!(!succeeded);
    assert!(!done.contains(&"records.json".to_owned()), "{done:?}");
    assert_eq!(project.dir.read("build/lib/records.json"), before);
    project.change("shared/registers.td", "def def A", "def A");
    assert_eq!(project.build(), if restats { &ALL[..1] } else { &ALL[..] });
    assert_eq!(project.build(), [] as [&str; 0]);
}

#[test]
fn cmake_builds_with_ninja_what_has_changed() {
    if is_there("ninja") {
        check_changes("Ninja", true);
    }
}

#[test]
fn cmake_builds_with_make_what_has_changed() {
    if is_there("make") {
        check_changes("Unix Makefiles", false);
    }
}

/// A project with LLVM's functions that defines TableGen programs, as LLVM does, and runs them.
const LIKE_LLVM: &str = r#"
cmake_minimum_required(VERSION 3.20)
project(Toy C CXX)
list(APPEND CMAKE_MODULE_PATH "${LLVM_DIR}")
set(LLVM_VERSION_MAJOR 19)
set(LLVM_AVAILABLE_LIBS LLVMTableGen LLVMSupport)
set(LLVM_RUNTIME_OUTPUT_INTDIR "${CMAKE_BINARY_DIR}/bin")
set(LLVM_LIBRARY_OUTPUT_INTDIR "${CMAKE_BINARY_DIR}/lib")
include(AddLLVM)
include(TableGen)
function(get_subproject_title title)
  set(${title} Toy PARENT_SCOPE)
endfunction()
add_subdirectory(utils)
set(LLVM_TARGET_DEFINITIONS Toy.td)
foreach(project LLVM_HEADERS LLVM CLANG MLIR LLDB OFFLOAD)
  tablegen(${project} "${project}.txt" -print-records)
endforeach()
add_public_tablegen_target(ToyTableGen)
"#;

const UTILS: &str = "\
add_tablegen(llvm-min-tblgen LLVM_HEADERS tblgen.cpp)
add_tablegen(llvm-tblgen LLVM EXPORT LLVM tblgen.cpp)
add_tablegen(clang-tblgen CLANG EXPORT Clang tblgen.cpp)
add_tablegen(mlir-tblgen MLIR EXPORT MLIR tblgen.cpp)
add_tablegen(lldb-tblgen LLDB EXPORT LLDB tblgen.cpp)
add_tablegen(offload-tblgen OFFLOAD EXPORT Offload tblgen.cpp)
";

#[test]
fn a_build_with_native_tools_compiles_no_tablegen() {
    let (Some(llvm_dir), true, true) = (llvm_dir(), is_there("cmake"), is_there("ninja")) else {
        return;
    };
    let dir = Dir::new();
    dir.write("CMakeLists.txt", LIKE_LLVM);
    dir.write("utils/CMakeLists.txt", UTILS);
    dir.write("utils/tblgen.cpp", "#error this is not compiled\n");
    dir.write("Toy.td", "def toy;\n");
    fs::create_dir_all(dir.path("native")).unwrap();
    for name in ["llvm-min", "llvm", "clang", "mlir", "lldb", "offload"] {
        let link = dir.path(&format!("native/{name}-tblgen"));
        std::os::unix::fs::symlink(program(), link).unwrap();
    }
    let mut command = dir.command(Path::new("cmake"));
    command.args(["-S", ".", "-B", "build", "-G", "Ninja"]);
    command.arg(format!("-DLLVM_DIR={}", llvm_dir.display()));
    command.arg(format!("-DLLVM_NATIVE_TOOL_DIR={}", dir.path("native").display()));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut command = dir.command(Path::new("cmake"));
    // There is no mlir-tblgen 19 in it.
    command.env_remove("TABLEWRIGHT_RELEASE");
    let output = command.args(["--build", "build", "--target", "ToyTableGen"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(dir.read("build/LLVM_HEADERS.txt").contains("def toy"));
    assert!(dir.read("build/OFFLOAD.txt").contains("def toy"));
}

/// The lines of the book's page about CMake, over a small target.
#[test]
fn the_lines_of_the_book_make_a_project() {
    let (Some(llvm_dir), true, true) = (llvm_dir(), is_there("cmake"), is_there("ninja")) else {
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/src/builds/cmake.md")).unwrap();
    let (_, text) = page.split_once("```cmake\n").unwrap();
    let (lines, _) = text.split_once("```").unwrap();
    assert!(lines.lines().filter(|line| !line.starts_with('#')).count() <= 12, "{lines}");
    let project = Project::new("Ninja");
    project.dir.write("CMakeLists.txt", lines);
    project.dir.write("Toy.td", TARGET);
    let module = fs::read_to_string(root.join("contrib/cmake/Tablewright.cmake")).unwrap();
    project.dir.write("cmake/Tablewright.cmake", module);
    project.configure(&llvm_dir);
    let mut command = project.dir.command(Path::new("cmake"));
    let output = command.args(["--build", "build", "--target", "ToyTableGen"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(project.dir.read("build/ToyGenRegisterInfo.inc").contains("R0"));
    assert!(project.dir.read("build/ToyGenInstrInfo.inc").contains("NOP"));
}

const TARGET: &str = "\
include \"llvm/Target/Target.td\"
def R0 : Register<\"r0\"> { let Namespace = \"Toy\"; }
def GPR : RegisterClass<\"Toy\", [i32], 32, (add R0)>;
def ToyInstrInfo : InstrInfo;
def NOP : Instruction {
  let Namespace = \"Toy\";
  let OutOperandList = (outs);
  let InOperandList = (ins);
  let Size = 4;
}
def Toy : Target { let InstructionSet = ToyInstrInfo; }
";
