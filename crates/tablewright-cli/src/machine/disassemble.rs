//! `tablewright disassemble`.

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use tablewright_backend::Failure;
use tablewright_machine::byte_text::{self, ByteLine};
use tablewright_machine::report::{DisassemblyReport, hex};
use tablewright_machine::{BlockState, Machine, MachineOptions};
use tablewright_records::TextSink;
use tablewright_syntax::diagnostic::Diagnostic;

use crate::byte_args;
use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, all, flag, texts};
use crate::report::ReportForm;
use crate::terminal::eprint;

pub(crate) const NAME: &str = "disassemble";

const HEX: &str = "hex";
const RAW: &str = "raw";
const BYTES: &str = "bytes";
const NO_ALIASES: &str = "no-aliases";

pub(crate) fn command() -> Command {
    super::command(NAME, "The file with bytes; - is standard input")
        .about("Show machine code as text")
        .after_help(
            "A line of bytes is as llvm-mc takes it (0x13 0x05) or prints it (encoding: [0x13,0x05]), or as objdump\n\
             prints it. More than two digits are a word. Bytes that are not an instruction are shown as <unknown>.\n\
             \n\
             Example:\n\
             \x20   tablewright disassemble llvm/lib/Target/RISCV/RISCV.td --hex 13 05 15 00",
        )
        .arg(texts(HEX, "BYTES", "Decode these bytes in hexadecimal digits"))
        .arg(byte_args::more_arg("More bytes for --hex").requires(HEX))
        .arg(flag(RAW, "The file has the bytes themselves, not digits"))
        .arg(flag(BYTES, "Show offsets and bytes"))
        .arg(flag(NO_ALIASES, "Show instructions as they are, not as aliases"))
        .args(ReportForm::args())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let is_raw = args.get_flag(RAW);
    let mut texts = Vec::new();
    let mut hex = all(args, HEX);
    let mut input = args.get_one::<String>(super::INPUT);
    // After `--hex 13`, the next argument `05` is in the place of the file.
    if let (Some(last), Some(next)) = (hex.last_mut(), input)
        && byte_text::hex_lines(next).is_ok()
    {
        byte_args::append(last, [next]);
        input = None;
    }
    if let Some(last) = hex.last_mut() {
        byte_args::append(last, byte_args::more(args));
    }
    if let Some(name) = input {
        match super::read(name) {
            Ok(bytes) => texts.push(bytes),
            Err(error) => {
                eprint(format_args!("{called_as}: error: cannot read '{name}': {error}\n"));
                return ExitCode::FAILURE;
            }
        }
    } else if hex.is_empty() && !args.get_flag(super::UNKNOWN) {
        eprint(format_args!("{called_as}: error: expected a file with bytes, or --hex\n"));
        return ExitCode::FAILURE;
    }
    let command = DisassembleCommand {
        form: ReportForm::from_args(args),
        options: MachineOptions { no_aliases: args.get_flag(NO_ALIASES), ..super::options(args) },
        contents: texts,
        is_raw,
        hex,
        shows_bytes: args.get_flag(BYTES),
        lists_unknown: args.get_flag(super::UNKNOWN),
    };
    inspect::run(called_as, args, Box::new(command))
}

/// Command line options.
struct DisassembleCommand {
    form: ReportForm,
    options: MachineOptions,
    /// The contents of files.
    contents: Vec<Vec<u8>>,
    /// Whether files have bytes, not digits.
    is_raw: bool,
    hex: Vec<String>,
    shows_bytes: bool,
    lists_unknown: bool,
}

impl DescriptionCommand for DisassembleCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let machine = Machine::new(subject.store, &self.options, subject.diagnostics)?;
        if self.lists_unknown {
            return Ok(super::unknown_methods(&machine));
        }
        let lines = self.lines(&machine)?;
        if self.form == ReportForm::Text {
            return Ok(self.lines_text(&machine, &lines));
        }
        let mut report = DisassemblyReport::default();
        for line in &lines {
            report.add(&machine, &line.bytes);
        }
        Ok(self.form.print(&report, subject.width))
    }
}

impl DisassembleCommand {
    /// Returns the bytes to decode, line by line.
    fn lines(&self, machine: &Machine<'_>) -> Result<Vec<ByteLine>, Diagnostic> {
        let mut lines = Vec::new();
        for bytes in &self.contents {
            if self.is_raw {
                lines.push(ByteLine { line: 1, bytes: bytes.clone() });
                continue;
            }
            let text = String::from_utf8_lossy(bytes);
            lines.extend(parse(&text, machine)?);
        }
        for text in &self.hex {
            lines.extend(parse(text, machine)?);
        }
        Ok(lines)
    }

    fn lines_text(&self, machine: &Machine<'_>, lines: &[ByteLine]) -> String {
        let mut text = String::new();
        let mut offset = 0;
        let mut blocks = BlockState::default();
        for line in lines {
            for (bytes, decoded) in machine.decode_after(&line.bytes, &mut blocks) {
                if self.shows_bytes {
                    write!(text, "{offset:8x}: {:24}", hex(bytes));
                }
                text.push('\t');
                if !machine.print_unit(&decoded, &mut text) {
                    text.push_str("<unknown>");
                }
                text.push('\n');
                offset += bytes.len();
            }
        }
        text
    }
}

fn parse(text: &str, machine: &Machine<'_>) -> Result<Vec<ByteLine>, Diagnostic> {
    byte_text::parse(text, machine.byte_order()).map_err(|error| error.diagnostic())
}
