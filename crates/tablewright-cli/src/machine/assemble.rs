//! `tablewright assemble`.

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use tablewright_backend::Failure;
use tablewright_driver::output_file::write_bytes;
use tablewright_machine::assemble::{
    AsmRows, Assembly, AssemblyError, ListingLine, Relocation, assemble, elf,
};
use tablewright_machine::report::{AssemblyReport, hex};
use tablewright_machine::{Machine, MachineOptions};
use tablewright_records::TextSink;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, all, texts};
use crate::report::ReportForm;
use crate::terminal::eprint;

pub(crate) const NAME: &str = "assemble";

const LINE: &str = "line";
const OBJECT: &str = "object";
const KINDS: [&str; 4] = ["listing", "hex", "raw", "elf"];
const KIND: &str = "filetype";

pub(crate) fn command() -> Command {
    super::command(NAME, "The file with assembly; - is standard input")
        .about("Turn assembly into machine code")
        .after_help(
            "A listing has an offset, bytes and the source of each line, and the relocations that a \
             linker fills\nin. The bytes of hex and raw are the section .text. An object file (elf) \
             has sections, symbols and\nrelocations.",
        )
        .arg(texts(LINE, "TEXT", "Assemble this text").allow_hyphen_values(true))
        .arg(
            Arg::new(KIND)
                .long(KIND)
                .value_name("KIND")
                .value_parser(PossibleValuesParser::new(KINDS))
                .default_value(KINDS[0])
                .help("The output as text: a listing, or digits"),
        )
        .arg(
            Arg::new(OBJECT)
                .long(OBJECT)
                .value_name("FILE")
                .help("Write the bytes of raw or of an object file (elf) to this file"),
        )
        .args(ReportForm::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let mut text = line_text(args);
    if let Some(name) = args.get_one::<String>(super::INPUT) {
        match super::read(name) {
            Ok(bytes) => text.push_str(&String::from_utf8_lossy(&bytes)),
            Err(error) => {
                eprint(format_args!("{called_as}: error: cannot read '{name}': {error}\n"));
                return ExitCode::FAILURE;
            }
        }
    } else if text.is_empty() && !args.get_flag(super::UNKNOWN) {
        eprint(format_args!("{called_as}: error: expected a file with assembly, or --line\n"));
        return ExitCode::FAILURE;
    }
    let kind = match args.get_one::<String>(KIND).map(String::as_str) {
        Some("hex") => Kind::Hex,
        Some("raw") => Kind::Raw,
        Some("elf") => Kind::Elf,
        _ => Kind::Listing,
    };
    let object = args.get_one::<String>(OBJECT).cloned();
    if object.is_none() && matches!(kind, Kind::Raw | Kind::Elf) {
        eprint(format_args!("{called_as}: error: --filetype raw and elf need --object FILE\n"));
        return ExitCode::FAILURE;
    }
    inspect::run(called_as, args, Box::new(AssembleCommand::new(args, kind, object, text)))
}

/// Builds the command for the arguments `--line` alone.
pub(crate) fn command_for_lines(args: &ArgMatches) -> Box<dyn DescriptionCommand> {
    Box::new(AssembleCommand::new(args, Kind::Listing, None, line_text(args)))
}

/// Returns the assembly of the arguments `--line`.
fn line_text(args: &ArgMatches) -> String {
    all(args, LINE).iter().map(|line| format!("{line}\n")).collect()
}

/// An output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Listing,
    Hex,
    Raw,
    Elf,
}

/// Command line options.
struct AssembleCommand {
    form: ReportForm,
    kind: Kind,
    /// The file for bytes.
    object: Option<String>,
    options: MachineOptions,
    text: String,
    lists_unknown: bool,
}

impl AssembleCommand {
    fn new(args: &ArgMatches, kind: Kind, object: Option<String>, text: String) -> AssembleCommand {
        AssembleCommand {
            form: ReportForm::from_args(args),
            kind,
            object,
            options: super::options(args),
            text,
            lists_unknown: args.get_flag(super::UNKNOWN),
        }
    }
}

impl DescriptionCommand for AssembleCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let machine = Machine::new(subject.store, &self.options, subject.diagnostics)?;
        if self.lists_unknown {
            return Ok(super::unknown_methods(&machine));
        }
        let rows = AsmRows::new(&machine, subject.diagnostics)?;
        let assembly = match assemble(&machine, &rows, &self.text) {
            Ok(assembly) => assembly,
            Err(errors) => {
                for error in &errors {
                    subject.diagnostics.push(diagnostic(error));
                }
                return Err(Failure::Reported);
            }
        };
        if matches!(self.kind, Kind::Hex | Kind::Raw) {
            let errors = unlinked(&assembly);
            if !errors.is_empty() {
                for error in errors {
                    subject.diagnostics.push(error);
                }
                return Err(Failure::Reported);
            }
        }
        if let Some(file) = &self.object {
            let bytes = match self.kind {
                Kind::Elf => elf::object_file(&machine, &assembly).map_err(usage)?,
                Kind::Raw | Kind::Listing | Kind::Hex => raw(&assembly).to_vec(),
            };
            write_file(file, &bytes)?;
            if matches!(self.kind, Kind::Elf | Kind::Raw) {
                return Ok(String::new());
            }
        }
        if self.form != ReportForm::Text {
            return Ok(self.form.print(&AssemblyReport::new(&assembly), subject.width));
        }
        Ok(match self.kind {
            Kind::Hex => {
                raw(&assembly).iter().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n"
            }
            Kind::Listing | Kind::Raw | Kind::Elf => listing(&assembly),
        })
    }
}

/// Returns an error for each symbol in the code whose address only a linker knows.
fn unlinked(assembly: &Assembly) -> Vec<Diagnostic> {
    let relocations = assembly.sections.first().map_or(&[][..], |section| &section.relocations);
    let mut errors = Vec::new();
    let mut last = None;
    for relocation in relocations.iter().filter(|relocation| !relocation.is_filled) {
        let line = assembly.lines.iter().find(|line| is_in(relocation, line));
        let number = line.map_or(1, |line| line.line);
        // The instructions of one line need the same symbol.
        if last.replace(number) == Some(number) {
            continue;
        }
        let symbol = &relocation.symbol;
        errors.push(diagnostic(&AssemblyError {
            line: number,
            column: 1,
            message: format!("the bytes need the address of '{symbol}' from a linker"),
            text: line.map_or_else(String::new, |line| line.text.clone()),
        }));
    }
    errors
}

/// Whether a relocation of the first section changes the bytes of a line.
fn is_in(relocation: &Relocation, line: &ListingLine) -> bool {
    let end = line.offset + line.bytes.len() as u64;
    line.section == 0 && (line.offset..end).contains(&relocation.offset)
}

/// Returns the code.
fn raw(assembly: &Assembly) -> &[u8] {
    assembly.sections.first().map_or(&[], |section| &section.bytes)
}

fn usage(message: String) -> Diagnostic {
    Diagnostic::error_anywhere(Code::Usage, message)
}

/// Writes bytes to the file that the user names, completely or not at all.
fn write_file(file: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
    write_bytes(file, bytes).map_err(|error| usage(format!("cannot write '{file}': {error}")))
}

/// Returns an error with its line and a mark below the column.
fn diagnostic(error: &AssemblyError) -> Diagnostic {
    let AssemblyError { line, column, message, text } = error;
    let mut diagnostic =
        Diagnostic::error_anywhere(Code::Usage, format!("line {line}, column {column}: {message}"));
    let blanks: String = text
        .chars()
        .take(column - 1)
        .map(|character| if character == '\t' { '\t' } else { ' ' })
        .collect();
    if !text.is_empty() {
        diagnostic.note(None, format!("in this line:\n{text}\n{blanks}^"));
    }
    diagnostic
}

fn listing(assembly: &Assembly) -> String {
    let mut text = String::new();
    let mut section = None;
    for line in &assembly.lines {
        if section != Some(line.section) && assembly.sections.len() > 1 {
            writeln!(text, "{}:", assembly.sections[line.section].name);
        }
        section = Some(line.section);
        writeln!(text, "{:8x}: {:24}{}", line.offset, hex(&line.bytes), line.text.trim_end());
        let end = line.offset + line.bytes.len() as u64;
        let relocations = &assembly.sections[line.section].relocations;
        let own = relocations.iter().filter(|relocation| {
            !relocation.is_filled && (line.offset..end).contains(&relocation.offset)
        });
        for Relocation { offset, symbol, number, .. } in own {
            writeln!(text, "{offset:8x}: relocation {number} to {symbol}");
        }
    }
    text
}
