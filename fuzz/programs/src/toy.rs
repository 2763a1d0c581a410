//! Mutated targets: the small processor of `examples/toy-target` with some of its tokens replaced, moved or doubled,
//! and all backends run over it.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use tablewright::backend::{Job, Options, Outputs};
use tablewright::backends::{clang_backends, llvm_backends, mlir_backends};
use tablewright::syntax::diagnostic::Diagnostics;
use tablewright::{RecordStore, Session};

const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");

/// Steps that a mutated target may take: the target itself takes some tens of thousands.
const MAX_STEPS: u64 = 10_000_000;

/// Numbers that are at the edges of something.
const NUMBERS: [&str; 14] = [
    "0", "1", "-1", "7", "31", "32", "33", "63", "64", "65", "255", "4294967296",
    "9223372036854775807", "-9223372036854775808",
];

/// The files of the target by name.
pub struct Toy {
    files: BTreeMap<String, String>,
    /// Those that are mutated: the target's own, not the classes that it uses.
    own: Vec<String>,
}

/// Choices, taken from bytes; zeros where they end.
struct Choices<'b>(&'b [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> usize {
        match self.0.split_first() {
            Some((&byte, rest)) => {
                self.0 = rest;
                byte.into()
            }
            None => 0,
        }
    }

    fn below(&mut self, end: usize) -> usize {
        (self.byte() << 8 | self.byte()) % end.max(1)
    }
}

impl Toy {
    /// Reads the target.
    ///
    /// # Panics
    /// Where it is not there.
    pub fn read() -> Toy {
        let (mut files, mut directories) = (BTreeMap::new(), vec![String::new()]);
        while let Some(directory) = directories.pop() {
            let entries = fs::read_dir(Path::new(TOY).join(&directory)).expect("it is there");
            for entry in entries.flatten() {
                let name = entry.file_name().into_string().expect("it is UTF-8");
                let name = if directory.is_empty() { name } else { format!("{directory}/{name}") };
                if entry.path().is_dir() {
                    directories.push(name);
                } else if name.ends_with(".td") {
                    files.insert(name, fs::read_to_string(entry.path()).expect("it can be read"));
                }
            }
        }
        let own = files.keys().filter(|name| !name.starts_with("prelude")).cloned().collect();
        Toy { files, own }
    }

    /// The files that are changed by the mutations that bytes choose: one to four.
    pub fn mutants(&self, bytes: &[u8]) -> BTreeMap<String, String> {
        let mut choices = Choices(bytes);
        let mut changed = BTreeMap::new();
        for _ in 0..=choices.byte() % 4 {
            let name = &self.own[choices.below(self.own.len())];
            let text = changed.get(name).unwrap_or(&self.files[name]);
            let mutant = mutated(text, &mut choices);
            changed.insert(name.clone(), mutant);
        }
        changed
    }

    /// Runs every backend over the target with these files in place of its own, if it can be evaluated then.
    /// Returns how many backends ended without an error.
    pub fn run(&self, changed: &BTreeMap<String, String>) -> Option<usize> {
        let session = Session::new().include_dir("prelude").max_steps(MAX_STEPS).max_memory(1 << 30);
        let session = self.files.iter().chain(changed).fold(session, |session, (name, text)| session.file(name, text));
        let loaded = session.load_file("Toy.td").ok()?;
        Some(run_all(&loaded.store))
    }
}

/// Runs every backend. One may find the records wanting; none may panic.
pub fn run_all(store: &RecordStore) -> usize {
    let backends = llvm_backends().iter().copied().chain(clang_backends().iter().copied()).chain(mlir_backends().iter().copied());
    let ends = backends.map(|backend| {
        let (mut out, mut diagnostics, options) = (Vec::new(), Diagnostics::new(), Options::new());
        let outputs = Outputs::main_only(&mut out);
        let mut job = Job { store, options: &options, outputs, diagnostics: &mut diagnostics };
        (backend.run)(&mut job).is_ok()
    });
    ends.filter(|&is_ok| is_ok).count()
}

/// Where the tokens of a text are that are no comments.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'!');
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        if text[at..].starts_with("//") {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
            continue;
        }
        if bytes[at] == b'"' {
            at += 1 + text[at + 1..].find('"').map_or(text.len() - at - 1, |end| end + 1);
        } else if is_word(bytes[at]) {
            at += bytes[at..].iter().take_while(|&&byte| is_word(byte)).count();
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            if bytes[start].is_ascii_whitespace() {
                continue;
            }
        }
        found.push(start..at);
    }
    found
}

/// The text with one change.
fn mutated(text: &str, choices: &mut Choices<'_>) -> String {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return text.to_owned();
    }
    let mut any = || tokens[choices.below(tokens.len())].clone();
    let (at, other) = (any(), any());
    let (before, after) = (&text[..at.start], &text[at.end..]);
    let token = &text[at.clone()];
    let is_number = token.bytes().all(|byte| byte.is_ascii_digit());
    match choices.byte() % 6 {
        _ if is_number => format!("{before}{}{after}", NUMBERS[choices.below(NUMBERS.len())]),
        0 => format!("{before}{after}"),
        1 => format!("{before}{token} {token}{after}"),
        2 => format!("{before}?{after}"),
        // A part of the text once more, elsewhere.
        3 => {
            let end = (other.start + choices.below(400)).min(text.len());
            let end = (other.start..=end).rev().find(|&end| text.is_char_boundary(end));
            format!("{before}{}{token}{after}", &text[other.start..end.unwrap_or(other.start)])
        }
        _ => format!("{before}{}{after}", &text[other]),
    }
}
