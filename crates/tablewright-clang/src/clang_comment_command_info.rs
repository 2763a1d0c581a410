//! `--gen-clang-comment-command-info`: the table of documentation comment commands, and a lookup
//! function.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_text::{CppWriter, Escaped, StringMatcher, line};

use crate::record_views::comment::CommandRecord;
use crate::support::lookup_functions::{LookupCase, emit_function, matcher};

/// Property column count.
const PROPERTY_COUNT: usize = 18;

/// Returns a command's properties in column order.
fn properties(command: CommandRecord<'_>) -> Result<[bool; PROPERTY_COUNT], FieldError> {
    Ok([
        command.is_inline_command()?,
        command.is_block_command()?,
        command.is_brief_command()?,
        command.is_returns_command()?,
        command.is_param_command()?,
        command.is_tparam_command()?,
        command.is_throws_command()?,
        command.is_deprecated_command()?,
        command.is_headerfile_command()?,
        command.is_par_command()?,
        command.is_empty_paragraph_allowed()?,
        command.is_verbatim_block_command()?,
        command.is_verbatim_block_end_command()?,
        command.is_verbatim_line_command()?,
        command.is_declaration_command()?,
        command.is_function_declaration_command()?,
        command.is_record_like_detail_command()?,
        command.is_record_like_declaration_command()?,
    ])
}

struct Commands<'s> {
    table: Vec<Command<'s>>,
    matcher: StringMatcher<'s>,
}

struct Command<'s> {
    name: &'s str,
    /// The command that ends the block; empty if the command does not begin a block.
    end: &'s str,
    arguments: i64,
    properties: [bool; PROPERTY_COUNT],
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let commands = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&commands, source, w))
}

fn collect(store: &RecordStore) -> Result<Commands<'_>, FieldError> {
    let records = CommandRecord::all(store)?;
    let table: Vec<Command<'_>> =
        records.iter().map(|&record| Command::new(record)).collect::<Result<_, _>>()?;
    let cases =
        records.into_iter().zip(&table).enumerate().map(|(i, (record, command))| LookupCase {
            record: record.into(),
            name: command.name,
            code: format!("return &Commands[{i}];"),
        });
    let matcher = matcher(cases.collect())?;
    Ok(Commands { table, matcher })
}

impl<'s> Command<'s> {
    fn new(record: CommandRecord<'s>) -> Result<Command<'s>, FieldError> {
        let properties = properties(record)?;
        Ok(Command {
            name: record.command_name()?,
            end: record.end_command_name()?,
            arguments: record.argument_count()?,
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
            // The last column marks unknown commands.
            line!(w, "{{ \"{name}\", \"{end}\", {i}, {arguments}, {properties}0 }}{comma}");
        }
    });
    w.raw("} // unnamed namespace\n\n");
    let head = "const CommandInfo *CommandTraits::getBuiltinCommandInfo(StringRef Name)";
    emit_function(head, &commands.matcher, "nullptr", w);
}
