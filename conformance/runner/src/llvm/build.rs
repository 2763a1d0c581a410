//! A target's build: its directory with generated files, objects and programs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::config_headers::headers;
use super::generated::{self, Generator};
use super::inputs::BuildInputs;
use super::makefile::{FILES, HEADERS, MakeProgram, Makefile, Object, PROGRAMS};
use crate::reference::ReferenceRelease;

/// Programs to link.
const TOOLS: [&str; 4] = ["llc", "llvm-mc", "llvm-mca", "llvm-objdump"];

/// Other program names, and the program that each refers to.
const OTHER_NAMES: [(&str, &str); 1] = [("llvm-otool", "llvm-objdump")];

/// Maximum number of lines shown from a failing compilation.
const SHOWN_LINES: usize = 40;

/// A target's build with the files from one TableGen program.
pub(super) struct TargetBuild {
    target: String,
    directory: PathBuf,
}

impl TargetBuild {
    /// Writes a build's makefile and headers into `directory`.
    ///
    /// # Errors
    /// If the release does not have the target, or a file cannot be written.
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

    /// Returns an LLVM program, with our own `main` if LLVM's build adds one.
    fn program(&self, inputs: &BuildInputs, tool: &str) -> Result<MakeProgram, String> {
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
        Ok(MakeProgram { name: tool.to_owned(), objects })
    }

    /// Returns the target's name.
    pub(super) fn target(&self) -> &str {
        &self.target
    }

    /// Returns the build's directory.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the directory with programs.
    pub(super) fn programs(&self) -> PathBuf {
        self.directory.join(PROGRAMS)
    }

    /// Generates the build's files.
    ///
    /// # Errors
    /// If a job fails.
    pub(super) fn generate(
        &self,
        generator: &Generator<'_>,
        release: &ReferenceRelease,
        threads: usize,
    ) -> Result<(), String> {
        let files = self.directory.join(FILES);
        generated::generate(generator, release, (&self.target, &TOOLS), &files, threads)
    }

    /// Compiles and links files that are older than their sources.
    ///
    /// # Errors
    /// If a compilation fails; with its last messages.
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
            let excerpt: Vec<&str> = text.lines().take(SHOWN_LINES).collect();
            return Err(format!("{} does not build:\n{}", self.target, excerpt.join("\n")));
        }
        for (name, program) in OTHER_NAMES {
            link(Path::new(program), &self.programs().join(name))?;
        }
        Ok(())
    }

    /// Copies the build, including file times, so that another build compiles only differing files.
    ///
    /// # Errors
    /// If `cp` fails.
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

    /// Writes a file in the build. A file with the same text keeps its time.
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

/// Links `name` to `target`, unless it exists.
pub(super) fn link(target: &Path, name: &Path) -> Result<(), String> {
    if name.symlink_metadata().is_ok() {
        return Ok(());
    }
    std::os::unix::fs::symlink(target, name).map_err(|e| format!("{}: {e}", name.display()))
}

/// Returns the C++ files below a source directory, with their objects.
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

/// Returns the main release's Clang, whose precompiled headers the makefile uses.
fn compiler() -> Result<PathBuf, String> {
    let program = ReferenceRelease::main()?.program("clang++");
    program.ok_or_else(|| "clang++ of LLVM 19 is not installed".into())
}

/// Returns the function `main` for a program that LLVM's build can also link into a combined
/// program.
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
