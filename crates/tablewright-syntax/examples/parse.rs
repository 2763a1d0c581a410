//! Parses a file and the files that it includes; prints their size and the time that it took.
//!
//! `cargo run --release -p tablewright-syntax --example parse -- FILE.td [-I DIR]… [-D MACRO]…`
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to a terminal")]
#![allow(clippy::disallowed_methods, reason = "it stands for a program, which may use files")]

use std::process::ExitCode;
use std::time::Instant;

use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::{FileProvider, IncludedFile, parse, render::render};

struct Directories(Vec<String>);

impl FileProvider for Directories {
    fn include(&mut self, path: &str) -> Option<IncludedFile> {
        let here = std::iter::once(path.to_owned());
        let mut names = here.chain(self.0.iter().map(|dir| format!("{dir}/{path}")));
        names.find_map(|name| {
            let text = std::fs::read_to_string(&name).ok()?;
            Some(IncludedFile { name, text })
        })
    }
}

fn main() -> ExitCode {
    let (mut main, mut dirs, mut macros) = (None, Vec::new(), Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-I" => dirs.extend(args.next()),
            "-D" => macros.extend(args.next()),
            _ => main = Some(arg),
        }
    }
    let Some(name) = main else {
        eprintln!("usage: parse FILE.td [-I DIR]... [-D MACRO]...");
        return ExitCode::FAILURE;
    };
    let text = match std::fs::read_to_string(&name) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{name}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let start = Instant::now();
    let (mut sources, mut symbols) = (SourceMap::new(), Interner::new());
    let mut diagnostics = Diagnostics::new();
    let Ok(main) = sources.add(name, text, None) else { return ExitCode::FAILURE };
    let parsed =
        parse(&mut sources, &mut symbols, main, &mut Directories(dirs), &macros, &mut diagnostics);
    let time = start.elapsed();
    for diagnostic in &diagnostics {
        eprint!("{}", render(&sources, diagnostic, false));
    }
    let bytes: usize = sources.files().iter().map(|f| f.text.len()).sum();
    println!(
        "{} files, {bytes} bytes, {} statements, {} symbols, {} bytes of tree: {time:.1?}",
        sources.files().len(),
        parsed.tree.events.len(),
        symbols.len(),
        parsed.tree.memory_bytes(),
    );
    ExitCode::from(u8::from(diagnostics.has_errors()))
}
