//! Any text is lexed, preprocessed and parsed without a panic, and every diagnostic has a position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::{FileProvider, IncludedFile, parse, render};

struct NoFiles;

impl FileProvider for NoFiles {
    fn include(&mut self, _: &str) -> Option<IncludedFile> {
        None
    }
}

fuzz_target!(|text: &str| {
    let mut sources = SourceMap::new();
    let Ok(main) = sources.add("fuzz.td".to_owned(), text.to_owned(), None) else { return };
    let (mut symbols, mut found) = (Interner::new(), Diagnostics::new());
    parse(&mut sources, &mut symbols, main, &mut NoFiles, &[], &mut found);
    for diagnostic in &found {
        // That there are more errors is said of the input as a whole.
        let is_end = diagnostic.code == Some(Code::TooManyErrors);
        assert!(is_end || diagnostic.pos().is_some(), "{}", diagnostic.message);
        render::render(&sources, diagnostic, false);
    }
});
