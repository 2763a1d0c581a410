//! `--gen-lldb-option-defs`: LLDB command options, a table for each command.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, HexEscaped, line};

use crate::record_views::option::OptionRecord;
use crate::support::{field_text, groups};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-lldb-option-defs",
    help: "Generate lldb option definitions",
    options: &[],
    run,
};

/// The most groups that a range may have. A mask of options has 32 bits.
const MAX_GROUPS: i64 = 1 << 16;

/// A command's options.
struct CommandOptions<'s> {
    command: &'s str,
    identifier: String,
    options: Vec<CommandOption<'s>>,
}

struct CommandOption<'s> {
    usage_mask: String,
    is_required: bool,
    long: &'s str,
    short: &'s str,
    argument: Option<LldbOptionArgument>,
    /// `nullptr` if nothing checks the argument.
    validator: &'s str,
    completion: String,
    description: String,
}

struct LldbOptionArgument {
    /// The kind's name, without `eArgType`.
    kind: String,
    is_optional: bool,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let commands = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&commands, source, w))
}

fn collect(store: &RecordStore) -> Result<Vec<CommandOptions<'_>>, FieldError> {
    let groups = groups(OptionRecord::all(store)?, OptionRecord::command)?;
    let groups = groups.into_iter().map(|group| {
        let options = group.records.iter().map(|&record| CommandOption::read(record));
        let options = options.collect::<Result<Vec<_>, FieldError>>()?;
        Ok(CommandOptions { command: group.title, identifier: group.identifier(), options })
    });
    groups.collect()
}

impl<'s> CommandOption<'s> {
    fn read(record: OptionRecord<'s>) -> Result<CommandOption<'s>, FieldError> {
        let usage_mask = usage_mask(record)?;
        let (long, short) = (record.full_name()?, record.short_name()?);
        let kind = field_text(record.store(), record.arg_type()).filter(|kind| !kind.is_empty());
        let is_optional = record.optional_arg().is_ok();
        let validator = match record.validator()? {
            "" => "nullptr",
            function => function,
        };
        Ok(CommandOption {
            usage_mask,
            is_required: record.required().is_ok(),
            long,
            short,
            argument: kind.map(|kind| LldbOptionArgument { kind, is_optional }),
            validator,
            completion: completion(&record.completions()?),
            description: marked(
                &field_text(record.store(), record.description()).unwrap_or_default(),
            ),
        })
    }
}

/// Returns the option groups as a C++ mask. Group numbers are truncated to 32 bits.
fn usage_mask(record: OptionRecord<'_>) -> Result<String, FieldError> {
    let groups: Vec<i32> = if record.has_field("Groups") {
        record.groups()?.into_iter().map(truncated).collect()
    } else if record.has_field("GroupStart") {
        let (first, last) = (truncated(record.group_start()?), truncated(record.group_end()?));
        let count = i64::from(last) - i64::from(first) + 1;
        if count > MAX_GROUPS {
            let message = format!("the range from {first} to {last} has too many groups");
            return Err(FieldError::new(Code::FieldValue, record, message)
                .label_field(record, "GroupStart")
                .label_field(record, "GroupEnd"));
        }
        (first..=last).collect()
    } else {
        Vec::new()
    };
    let groups: Vec<String> =
        groups.into_iter().map(|group| format!("LLDB_OPT_SET_{group}")).collect();
    Ok(if groups.is_empty() { "LLDB_OPT_SET_ALL".to_owned() } else { groups.join(" | ") })
}

fn truncated(number: i64) -> i32 {
    number as i32
}

fn completion(kinds: &[&str]) -> String {
    if kinds.is_empty() {
        return "CompletionType::eNoCompletion".to_owned();
    }
    let kinds: Vec<String> = kinds.iter().map(|kind| format!("e{kind}Completion")).collect();
    kinds.join(" | ")
}

/// Replaces `${x}` by `x` between LLDB's underline marks. A mark without an end extends to the end of the text.
fn marked(text: &str) -> String {
    let mut marked = String::new();
    let mut remainder = text;
    while let Some((before, after)) = remainder.split_once("${") {
        let (inside, after) = after.split_once('}').unwrap_or((after, ""));
        marked.extend([before, "${ansi.underline}", inside, "${ansi.normal}"]);
        remainder = after;
    }
    marked + remainder
}

fn emit(commands: &[CommandOptions<'_>], source: &str, w: &mut CppWriter) {
    w.file_header("Options for LLDB command line commands.", Some(source));
    for CommandOptions { command, identifier, options } in commands {
        line!(w, "// Options for {command}");
        line!(w, "#ifdef LLDB_OPTIONS_{identifier}");
        w.block(
            format_args!("constexpr static OptionDefinition g_{identifier}_options[] ="),
            ";",
            |w| options.iter().for_each(|option| emit_option(option, w)),
        );
        line!(w, "#undef LLDB_OPTIONS_{identifier}");
        line!(w, "#endif // {command} command");
        line!(w);
    }
}

fn emit_option(option: &CommandOption<'_>, w: &mut CppWriter) {
    let CommandOption { usage_mask, is_required, long, short, validator, completion, .. } = option;
    let head = format_args!("{usage_mask}, {is_required}, \"{long}\", '{short}'");
    let description = HexEscaped(&option.description);
    match &option.argument {
        None => line!(
            w,
            "{{{head}, OptionParser::eNoArgument, {validator}, {{}}, {completion}, eArgTypeNone, \"{description}\"}},"
        ),
        Some(LldbOptionArgument { kind, is_optional }) => {
            let presence = if *is_optional { "eOptionalArgument" } else { "eRequiredArgument" };
            let values = format_args!("g_argument_table[eArgType{kind}].enum_values");
            line!(
                w,
                "{{{head}, OptionParser::{presence}, {validator}, {values}, {completion}, eArgType{kind}, \"{description}\"}},"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::Description;

    #[test]
    fn a_list_of_groups_comes_before_a_range() {
        let store = Description::new(
            r#"class Option { string FullName = "a"; string ShortName = "a"; string Command = "c"; }
               def a : Option { list<int> Groups = [0x100000001]; int GroupStart = 2; int GroupEnd = 3; }
               def b : Option { int GroupStart = 2; int GroupEnd = 3; }
               def c : Option;"#,
        )
        .store();
        let commands = collect(&store).expect("the records are right");
        let masks: Vec<&str> =
            commands[0].options.iter().map(|option| option.usage_mask.as_str()).collect();
        assert_eq!(
            masks,
            ["LLDB_OPT_SET_1", "LLDB_OPT_SET_2 | LLDB_OPT_SET_3", "LLDB_OPT_SET_ALL"]
        );
    }

    #[test]
    fn marks_are_underlined_to_their_first_brace() {
        let underlined = "${ansi.underline}a${ansi.normal}";
        assert_eq!(marked("$${a}}"), format!("${underlined}}}"));
        assert_eq!(marked("{a} ${a"), format!("{{a}} {underlined}"));
        assert_eq!(marked("${"), "${ansi.underline}${ansi.normal}");
    }
}
