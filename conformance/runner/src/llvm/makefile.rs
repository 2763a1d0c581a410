//! The makefile for a target's build.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::config_headers::PRECOMPILED_HEADER;

/// Directories in a build, relative to the makefile: configuration headers, generated files,
/// objects and programs.
pub(super) const HEADERS: &str = "include";
pub(super) const FILES: &str = "files";
pub(super) const OBJECTS: &str = "objects";
pub(super) const PROGRAMS: &str = "bin";

/// Compiler flags for all files. LLVM's sources have warnings with newer compilers, which do not
/// matter here.
const FLAGS: &str = "-std=c++17 -O1 -DNDEBUG -w -fno-exceptions -D_GNU_SOURCE -D__STDC_CONSTANT_MACROS \
                     -D__STDC_FORMAT_MACROS -D__STDC_LIMIT_MACROS";

/// Libraries that LLVM's libraries refer to, by file name, since not all have development packages
/// installed.
const SYSTEM_LIBRARIES: &str =
    "-l:libz3.so.4 -l:libzstd.so.1 -l:libz.so.1 -l:libcurl.so.4 -lpthread -ldl -lm";

/// The contents of a makefile.
pub(super) struct Makefile {
    pub(super) compiler: PathBuf,
    /// Header directories after the build's own: the target's, and LLVM's.
    pub(super) includes: Vec<PathBuf>,
    /// The target's files. A program links only the files that it needs.
    pub(super) target: Vec<Object>,
    pub(super) programs: Vec<MakeProgram>,
    /// LLVM's static libraries.
    pub(super) libraries: Vec<PathBuf>,
    /// Directories with shared libraries that the system does not have.
    pub(super) shared: Vec<PathBuf>,
}

/// A program and its own files.
pub(super) struct MakeProgram {
    pub(super) name: String,
    pub(super) objects: Vec<Object>,
}

/// A file and its object.
pub(super) struct Object {
    pub(super) source: PathBuf,
    /// The path below the object directory.
    pub(super) object: String,
    /// Additional header directories for this file.
    pub(super) includes: Vec<PathBuf>,
}

impl Makefile {
    /// Returns the makefile's text.
    pub(super) fn emit(&self) -> String {
        let mut text = String::new();
        let mut line = |arguments: std::fmt::Arguments<'_>| {
            writeln!(text, "{arguments}").expect("a string takes all that is written");
        };
        let pch = format!("{HEADERS}/{PRECOMPILED_HEADER}.pch");
        line(format_args!("CXX := {}", self.compiler.display()));
        line(format_args!(
            "FLAGS := {FLAGS} -I{HEADERS} -I{FILES}{}",
            options("-I", &self.includes)
        ));
        line(format_args!("LIBRARIES := {}", joined(&self.libraries)));
        let shared = [options("-L", &self.shared), options("-Wl,-rpath,", &self.shared)].concat();
        line(format_args!("SYSTEM :={shared} {SYSTEM_LIBRARIES}"));
        let programs = self.programs.iter().map(|program| format!(" {PROGRAMS}/{}", program.name));
        line(format_args!("all:{}", programs.collect::<String>()));
        line(format_args!("{pch}: {HEADERS}/{PRECOMPILED_HEADER} $(wildcard {HEADERS}/llvm/*/*)"));
        line(format_args!(
            "\t$(CXX) $(FLAGS) -Xclang -fpch-instantiate-templates -x c++-header $< -o $@"
        ));
        for object in self.objects() {
            let path = object.path();
            line(format_args!("{path}: {} {pch}", object.source.display()));
            let includes = options("-I", &object.includes);
            line(format_args!("\t@mkdir -p $(@D)"));
            line(format_args!(
                "\t$(CXX) $(FLAGS){includes} -include-pch {pch} -MMD -MP -c $< -o $@"
            ));
        }
        let archive = format!("{OBJECTS}/target.a");
        line(format_args!("{archive}:{}", paths(&self.target)));
        line(format_args!("\t@rm -f $@"));
        line(format_args!("\tar rcs $@ $^"));
        for program in &self.programs {
            line(format_args!("{PROGRAMS}/{}:{} {archive}", program.name, paths(&program.objects)));
            line(format_args!("\t@mkdir -p $(@D)"));
            line(format_args!(
                "\t$(CXX) -o $@ $^ -Wl,--start-group $(LIBRARIES) -Wl,--end-group $(SYSTEM)"
            ));
        }
        let dependencies = self.objects().map(|object| object.path().replace(".o", ".d"));
        line(format_args!("-include {}", dependencies.collect::<Vec<_>>().join(" ")));
        text
    }

    fn objects(&self) -> impl Iterator<Item = &Object> {
        self.target.iter().chain(self.programs.iter().flat_map(|program| &program.objects))
    }
}

impl Object {
    fn path(&self) -> String {
        format!("{OBJECTS}/{}", self.object)
    }
}

fn paths(objects: &[Object]) -> String {
    objects.iter().map(|object| format!(" {}", object.path())).collect()
}

fn options(option: &str, directories: &[PathBuf]) -> String {
    directories.iter().map(|directory| format!(" {option}{}", directory.display())).collect()
}

fn joined(files: &[PathBuf]) -> String {
    files.iter().map(|file: &PathBuf| Path::display(file).to_string()).collect::<Vec<_>>().join(" ")
}
