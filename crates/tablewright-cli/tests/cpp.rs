//! Tests over `tests/cpp/*.cpp` of the workspace: a file is a program over generated C++, which is
//! compiled against LLVM's headers and run.
//!
//! The generated files are the expected outputs in `tests/data`, which other tests hold true.
//! Where the headers, the library or the compiler are not installed, tests are ignored, and said to
//! be.

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
    if let Some(missing) = &missing {
        let notice = format!("NO GENERATED C++ IS COMPILED: {missing} is not installed\n");
        io::stderr().write_all(notice.as_bytes()).expect("standard error takes text");
    }
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cpp");
    let programs = programs(&dir).expect("tests/cpp can be listed");
    let trials = programs.into_iter().map(|source| {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || run(&source)).with_ignored_flag(missing.is_some())
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
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

fn programs(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut programs = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("cpp")) {
            programs.push(path);
        }
    }
    programs.sort();
    Ok(programs)
}

fn run(source: &Path) -> Result<(), Failed> {
    let stem = source.file_stem().ok_or("the file has no name")?;
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(stem);
    let mut compiler = Command::new(COMPILER);
    // What a program does not use of a generated file is no fault.
    compiler.args(["-std=c++17", "-Wall", "-Wextra", "-Werror"]);
    compiler.args(["-Wno-unused", "-Wno-unused-parameter"]);
    for headers in HEADERS {
        compiler.arg("-isystem").arg(headers);
    }
    compiler.arg(source).arg("-o").arg(&program);
    compiler.arg(format!("-L{LIBRARIES}")).arg(format!("-Wl,-rpath,{LIBRARIES}")).arg("-lLLVM-19");
    succeed(&mut compiler)?;
    succeed(&mut Command::new(&program))
}

fn succeed(command: &mut Command) -> Result<(), Failed> {
    let ran = command.output()?;
    if ran.status.success() {
        return Ok(());
    }
    Err(format!("{}\n{}", ran.status, String::from_utf8_lossy(&ran.stderr)).into())
}
