//! `--gen-clang-comment-command-info`: the table of commands of documentation comments, and a
//! function that finds one by its name.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_text::{CppWriter, Escaped, StringMatcher, line};

use crate::support::lookup_functions::{emit_function, matcher};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-comment-command-info",
    help: "Generate command properties for commands that are used in documentation comments",
    options: &[],
    run,
};

/// The fields that are columns of the table, in order.
const PROPERTIES: [&str; 18] = [
    "IsInlineCommand",
    "IsBlockCommand",
    "IsBriefCommand",
    "IsReturnsCommand",
    "IsParamCommand",
    "IsTParamCommand",
    "IsThrowsCommand",
    "IsDeprecatedCommand",
    "IsHeaderfileCommand",
    "IsParCommand",
    "IsEmptyParagraphAllowed",
    "IsVerbatimBlockCommand",
    "IsVerbatimBlockEndCommand",
    "IsVerbatimLineCommand",
    "IsDeclarationCommand",
    "IsFunctionDeclarationCommand",
    "IsRecordLikeDetailCommand",
    "IsRecordLikeDeclarationCommand",
];

struct Commands<'s> {
    table: Vec<Command<'s>>,
    matcher: StringMatcher<'s>,
}

struct Command<'s> {
    name: &'s str,
    /// The name of the command that ends the block this one begins; empty if it begins none.
    end: &'s str,
    arguments: i64,
    properties: [bool; PROPERTIES.len()],
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let commands = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&commands, source, w))
}

fn collect(store: &RecordStore) -> Result<Commands<'_>, FieldError> {
    let records = store.derived_from_name("Command")?;
    let table = records.iter().map(|&record| Command::new(record)).collect::<Result<_, _>>()?;
    let cases = records.into_iter().enumerate();
    let cases: Vec<_> =
        cases.map(|(i, record)| (record, format!("return &Commands[{i}];"))).collect();
    Ok(Commands { table, matcher: matcher(&cases, "Name")? })
}

impl<'s> Command<'s> {
    fn new(record: Record<'s>) -> Result<Command<'s>, FieldError> {
        let mut properties = [false; PROPERTIES.len()];
        for (property, field) in properties.iter_mut().zip(PROPERTIES) {
            *property = record.bit(field)?;
        }
        Ok(Command {
            name: record.string("Name")?,
            end: record.string("EndCommandName")?,
            arguments: record.int("NumArgs")?,
            properties,
        })
    }
}

fn emit(commands: &Commands<'_>, source: &str, w: &mut CppWriter) {
    w.file_header("Commands of documentation comments", Some(source));
    w.raw("namespace {\n");
    w.block("const CommandInfo Commands[] =", ";", |w| {
        for (i, Command { name, end, arguments, properties }) in commands.table.iter().enumerate() {
            let comma = if i + 1 < commands.table.len() { "," } else { "" };
            let properties: String =
                properties.iter().map(|&holds| if holds { "1, " } else { "0, " }).collect();
            let (name, end) = (Escaped(name), Escaped(end));
            // The last column marks commands that the table does not know.
            line!(w, "{{ \"{name}\", \"{end}\", {i}, {arguments}, {properties}0 }}{comma}");
        }
    });
    w.raw("} // unnamed namespace\n\n");
    let head = "const CommandInfo *CommandTraits::getBuiltinCommandInfo(StringRef Name)";
    emit_function(head, &commands.matcher, "nullptr", w);
}
