//! A build of one target: its directory with generated files, objects and programs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::config_headers::headers;
use super::generated::{self, Generator};
use super::inputs::BuildInputs;
use super::makefile::{FILES, HEADERS, Makefile, Object, PROGRAMS, Program};
use crate::reference::ReferenceRelease;

/// The programs that are linked.
const TOOLS: [&str; 4] = ["llc", "llvm-mc", "llvm-mca", "llvm-objdump"];

/// Other names of programs, and the program that has them.
const OTHER_NAMES: [(&str, &str); 1] = [("llvm-otool", "llvm-objdump")];

/// So many lines of a failing compilation are shown.
const SHOWN_LINES: usize = 40;

/// A build of one target with the files of one TableGen.
pub(super) struct TargetBuild {
    target: String,
    directory: PathBuf,
}

impl TargetBuild {
    /// Writes the makefile and the headers of a build into `directory`.
    ///
    /// # Errors
    /// Where the release has no such target, or a file cannot be written.
    pub(super) fn new(
        inputs: &BuildInputs,
        target: &str,
        directory: PathBuf,
    ) -> Result<TargetBuild, String> {
        let sources = inputs.sources().join("lib/Target").join(target);
        if target.contains('/') || !sources.is_dir() {
            return Err(format!("{target}: no directory of llvm/lib/Target"));
        }
        let build = TargetBuild { target: target.to_owned(), directory };
        for header in headers(target, |part| sources.join(part).is_dir()) {
            build.write_if_changed(&format!("{HEADERS}/{}", header.path), &header.text)?;
        }
        let mut programs = Vec::new();
        for tool in TOOLS {
            programs.push(build.program(inputs, tool)?);
        }
        let makefile = Makefile {
            compiler: compiler()?,
            includes: vec![sources, inputs.installed("include")],
            target: objects(inputs, &format!("lib/Target/{target}"), &[])?,
            programs,
            libraries: inputs.libraries()?,
            shared: inputs.shared_libraries(),
        };
        build.write_if_changed("Makefile", &makefile.emit())?;
        Ok(build)
    }

    /// A program of LLVM, with a `main` of ours where LLVM's build adds one.
    fn program(&self, inputs: &BuildInputs, tool: &str) -> Result<Program, String> {
        let directory = format!("tools/{tool}");
        let own = inputs.sources().join(&directory);
        let includes = [PathBuf::from(FILES).join(tool), own.clone()];
        let mut objects = objects(inputs, &directory, &includes)?;
        let list = own.join("CMakeLists.txt");
        let list = fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
        if list.contains("GENERATE_DRIVER") {
            let source = format!("{HEADERS}/{tool}-main.cpp");
            self.write_if_changed(&source, &main_function(tool))?;
            let object = format!("{directory}/main-function.o");
            objects.push(Object { source: source.into(), object, includes: Vec::new() });
        }
        Ok(Program { name: tool.to_owned(), objects })
    }

    /// The target's name.
    pub(super) fn target(&self) -> &str {
        &self.target
    }

    /// The build's directory.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// The directory of programs.
    pub(super) fn programs(&self) -> PathBuf {
        self.directory.join(PROGRAMS)
    }

    /// Generates the files of the build.
    ///
    /// # Errors
    /// Where a job fails.
    pub(super) fn generate(
        &self,
        generator: &Generator<'_>,
        release: &ReferenceRelease,
        threads: usize,
    ) -> Result<(), String> {
        let files = self.directory.join(FILES);
        generated::generate(generator, release, (&self.target, &TOOLS), &files, threads)
    }

    /// Compiles and links what is older than its sources.
    ///
    /// # Errors
    /// Where something does not compile; with the last messages.
    pub(super) fn make(&self, threads: usize) -> Result<(), String> {
        let log = self.directory.join("make.log");
        let problem = |e: std::io::Error| format!("{}: {e}", log.display());
        let output = File::create(&log).map_err(problem)?;
        let status = Command::new("make")
            .args(["--silent", &format!("--jobs={threads}"), "--directory"])
            .arg(&self.directory)
            .arg("all")
            .env_remove("MAKEFLAGS")
            .stderr(output.try_clone().map_err(problem)?)
            .stdout(output)
            .status()
            .map_err(|e| format!("make: {e}"))?;
        if !status.success() {
            let text = String::from_utf8_lossy(&fs::read(&log).map_err(problem)?).into_owned();
            let shown: Vec<&str> = text.lines().take(SHOWN_LINES).collect();
            return Err(format!("{} does not build:\n{}", self.target, shown.join("\n")));
        }
        for (name, program) in OTHER_NAMES {
            link(Path::new(program), &self.programs().join(name))?;
        }
        Ok(())
    }

    /// Copies the build with the times of its files, so that another one compiles only what differs.
    ///
    /// # Errors
    /// Where `cp` fails.
    pub(super) fn copy_to(&self, directory: &Path) -> Result<(), String> {
        if directory.exists() {
            fs::remove_dir_all(directory).map_err(|e| format!("{}: {e}", directory.display()))?;
        }
        let status = Command::new("cp").arg("-a").arg(&self.directory).arg(directory).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("cp: {status}")),
            Err(e) => Err(format!("cp: {e}")),
        }
    }

    /// Writes a file of the build; one with the same text keeps its time.
    pub(super) fn write_if_changed(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.directory.join(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        let problem = |e: std::io::Error| format!("{}: {e}", path.display());
        fs::create_dir_all(path.parent().expect("it is in a directory")).map_err(problem)?;
        fs::write(&path, text).map_err(problem)
    }
}

/// Links `name` to `target`, unless it is there.
pub(super) fn link(target: &Path, name: &Path) -> Result<(), String> {
    if name.symlink_metadata().is_ok() {
        return Ok(());
    }
    std::os::unix::fs::symlink(target, name).map_err(|e| format!("{}: {e}", name.display()))
}

/// The C++ files below a directory of the sources, and what they are compiled to.
fn objects(
    inputs: &BuildInputs,
    directory: &str,
    includes: &[PathBuf],
) -> Result<Vec<Object>, String> {
    let sources = inputs.sources();
    let object = |source: PathBuf| {
        let name = source.strip_prefix(&sources).unwrap_or(&source).with_extension("o");
        let object = name.display().to_string();
        Object { source, object, includes: includes.to_vec() }
    };
    Ok(inputs.cpp_files(directory)?.into_iter().map(object).collect())
}

/// Clang of the main release, whose precompiled headers the makefile uses.
fn compiler() -> Result<PathBuf, String> {
    let program = ReferenceRelease::main()?.program("clang++");
    program.ok_or_else(|| "clang++ of LLVM 19 is not installed".into())
}

/// The function `main` of a program that LLVM's build can also link into one program with others.
fn main_function(tool: &str) -> String {
    let function = format!("{}_main", tool.replace('-', "_"));
    format!(
        "#include \"llvm/Support/InitLLVM.h\"\n\
         #include \"llvm/Support/LLVMDriver.h\"\n\
         int {function}(int, char **, const llvm::ToolContext &);\n\
         int main(int argc, char **argv) {{\n  \
         llvm::InitLLVM init(argc, argv);\n  \
         return {function}(argc, argv, {{argv[0], nullptr, false}});\n\
         }}\n"
    )
}
