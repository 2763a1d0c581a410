//! Prints the statements and fields in files, read from their lossless trees: a line `file FILE`
//! for each file, then `KIND START END` for each node, in bytes, and `error OFFSET` for each syntax
//! error.
//!
//! `cargo run --release -p tablewright-syntax --example statements -- FILE.td…`
#![allow(clippy::print_stdout, reason = "an example talks to a terminal")]
#![allow(clippy::disallowed_methods, reason = "it stands for a program, which may use files")]

use std::error::Error;
use std::io::{BufWriter, Write, stdout};

use tablewright_syntax::lossless::{LosslessTree, Node, NodeKind};

/// Returns the word that begins a statement; `field` or `item` for a part of a body.
fn word(kind: NodeKind) -> Option<&'static str> {
    const WORDS: [(NodeKind, &str); 15] = [
        (NodeKind::Include, "include"),
        (NodeKind::Class, "class"),
        (NodeKind::Def, "def"),
        (NodeKind::Defm, "defm"),
        (NodeKind::Multiclass, "multiclass"),
        (NodeKind::Defset, "defset"),
        (NodeKind::Deftype, "deftype"),
        (NodeKind::Defvar, "defvar"),
        (NodeKind::Foreach, "foreach"),
        (NodeKind::If, "if"),
        (NodeKind::Let, "let"),
        (NodeKind::Assert, "assert"),
        (NodeKind::Dump, "dump"),
        (NodeKind::Field, "field"),
        (NodeKind::BodyLet, "body-let"),
    ];
    WORDS.iter().find(|(of, _)| *of == kind).map(|(_, word)| *word)
}

fn print(node: Node<'_>, out: &mut impl Write) -> std::io::Result<()> {
    if let Some(word) = word(node.kind()) {
        let range = node.range();
        writeln!(out, "{word} {} {}", range.start, range.end)?;
    }
    node.children().try_for_each(|child| print(child, out))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(stdout());
    for path in std::env::args().skip(1) {
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let tree = LosslessTree::new(text)?;
        writeln!(out, "file {path}")?;
        print(tree.root(), &mut out)?;
        for error in tree.errors() {
            writeln!(out, "error {}", tree.token(error.token).range().start)?;
        }
    }
    Ok(out.flush()?)
}
