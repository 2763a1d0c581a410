//! `--gen-clang-comment-command-list`: documentation comment commands, as macro calls.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_text::{CppWriter, line};

use crate::record_views::comment::CommandRecord;

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let names = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&names, source, w))
}

fn collect(store: &RecordStore) -> Result<Vec<String>, FieldError> {
    let commands = CommandRecord::all(store)?.into_iter();
    commands.map(|command| Ok(identifier(command.command_name()?))).collect()
}

/// Replaces each character that is not allowed in an identifier by a word.
fn identifier(name: &str) -> String {
    let mut identifier = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '(' => identifier.push_str("lparen"),
            ')' => identifier.push_str("rparen"),
            '[' => identifier.push_str("lsquare"),
            ']' => identifier.push_str("rsquare"),
            '{' => identifier.push_str("lbrace"),
            '}' => identifier.push_str("rbrace"),
            '$' => identifier.push_str("dollar"),
            '/' => identifier.push_str("slash"),
            _ => identifier.push(character),
        }
    }
    identifier
}

fn emit(names: &[String], source: &str, w: &mut CppWriter) {
    w.file_header("Commands of documentation comments", Some(source));
    w.text_block(
        "
        #ifndef COMMENT_COMMAND
        #  define COMMENT_COMMAND(NAME)
        #endif
        ",
    );
    for name in names {
        line!(w, "COMMENT_COMMAND({name})");
    }
}
