//! `tablewright encoding`: instruction bits, decoded words, and encodings that a decoder cannot tell apart.

mod byte_opcodes;
mod conflicts;
mod export;
mod input;
mod report;
mod svg;
mod words;
mod x86;
mod x86_words;

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use tablewright_backend::Failure;
use tablewright_inspect::encoding::{
    DecoderSetup, EncodingDiagram, TargetEncodings, X86Instructions, decode_word,
};
use tablewright_machine::ByteOrder;
use tablewright_machine::targets::byte_order;
use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::SourceMap;
use tablewright_target::decoding::x86::decode::X86Mode;
use tablewright_target::target::target;

use crate::byte_args;
use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect::{self, all, flag, texts};
use crate::messages::Style;
use crate::report::ReportForm;
use crate::terminal::eprint;
use input::DecodeInput;

pub(crate) const NAME: &str = "encoding";

const INSTR: &str = "instr";
const ALL: &str = "all";
const DECODE: &str = "decode";
const CONFLICTS: &str = "conflicts";
const TABLE: &str = "table";
const CPU: &str = "cpu";
const FEATURES: &str = "features";
const MODE: &str = "mode";
const BYTE_ORDER: &str = "byte-order";
const BIG: &str = "big";
const SVG: &str = "svg";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show instruction encodings, and decode words")
        .after_help(
            "Without --instr, --decode and --conflicts, all instructions are shown. A word is decoded with all\n\
             decoder tables, or the tables of --table, in the order in which a decoder tries encodings. A single number\n\
             is a word; several bytes are in memory order, as llvm-mc and objdump print them.\n\
             \n\
             Examples:\n\
             \x20   tablewright encoding llvm/lib/Target/RISCV/RISCV.td --decode 0x00500093\n\
             \x20   tablewright encoding llvm/lib/Target/RISCV/RISCV.td --decode 93 00 50 00",
        )
        .arg(texts(INSTR, "NAME", "Show the encoding of this instruction"))
        .arg(flag(ALL, "Show the encodings of all instructions").conflicts_with(INSTR))
        .arg(texts(DECODE, "HEX", "Decode this word or these bytes; - reads standard input"))
        .arg(byte_args::more_arg("More bytes for --decode").requires(DECODE))
        .arg(
            Arg::new(BYTE_ORDER)
                .long(BYTE_ORDER)
                .value_name("ORDER")
                .value_parser(PossibleValuesParser::new(["little", BIG]))
                .help("Order of the bytes of --decode [default: the target's]"),
        )
        .arg(flag(CONFLICTS, "Show instructions with indistinguishable encodings"))
        .arg(
            texts(TABLE, "NAME", "Use only these decoder tables, in this order")
                .value_delimiter(','),
        )
        .arg(texts(CPU, "NAME", "Leave out instructions that this processor cannot execute"))
        .arg(
            texts(FEATURES, "+A,-B", "Add features to or remove them from --cpu")
                .allow_hyphen_values(true),
        )
        .arg(
            Arg::new(MODE)
                .long(MODE)
                .value_name("BITS")
                .value_parser(PossibleValuesParser::new(["64", "32", "16"]))
                .default_value("64")
                .help("X86 mode for --decode, in bits"),
        )
        .args(ReportForm::args_and(SVG, "Output format; jsonl prints an object per line, svg a drawing of instructions"))
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let form = if inspect::has_form(args, SVG) {
        EncodingForm::Svg
    } else {
        EncodingForm::Report(ReportForm::from_args(args))
    };
    if form == EncodingForm::Svg && (args.contains_id(DECODE) || args.get_flag(CONFLICTS)) {
        let text = format!("{called_as}: error: --decode and --conflicts cannot be drawn\n");
        let style = Style::new(inspect::messages_format(args), None);
        eprint(style.error(Code::Usage, called_as, &text));
        return ExitCode::FAILURE;
    }
    let words = match input::read(args) {
        Ok(Ok(words)) => words,
        Ok(Err(invalid)) => {
            let style = Style::new(inspect::messages_format(args), inspect::color(args));
            eprint(style.diagnostic(&SourceMap::new(), &invalid.diagnostic()));
            return ExitCode::FAILURE;
        }
        Err(error) => {
            eprint(format_args!("{called_as}: error: cannot read standard input: {error}\n"));
            return ExitCode::FAILURE;
        }
    };
    inspect::run(called_as, args, Box::new(EncodingCommand::new(args, form, words)))
}

/// Builds the command for the arguments `--decode`, without standard input.
///
/// # Errors
/// If an argument has a token that is neither a byte nor a word.
pub(crate) fn command_for_words(
    args: &ArgMatches,
) -> Result<Box<dyn DescriptionCommand>, Diagnostic> {
    let words = input::from_texts(&all(args, DECODE)).map_err(|invalid| invalid.diagnostic())?;
    let form = EncodingForm::Report(ReportForm::from_args(args));
    Ok(Box::new(EncodingCommand::new(args, form, words)))
}

/// Returns a command that shows the bits in an instruction.
pub(crate) fn for_instruction(name: &str) -> impl DescriptionCommand + use<> {
    EncodingCommand {
        form: EncodingForm::Report(ReportForm::Text),
        has_encodings: true,
        instructions: vec![name.to_owned()],
        words: None,
        order: None,
        has_conflicts: false,
        mode: X86Mode::Bits64,
        setup: DecoderSetup::default(),
    }
}

/// An output format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EncodingForm {
    /// A report form.
    Report(ReportForm),
    /// A drawing.
    Svg,
}

impl EncodingForm {
    /// Returns the report form for data formats. `None` for text and drawings.
    fn report_form(self) -> Option<ReportForm> {
        match self {
            EncodingForm::Report(ReportForm::Text) | EncodingForm::Svg => None,
            EncodingForm::Report(form) => Some(form),
        }
    }
}

/// Command line options.
struct EncodingCommand {
    form: EncodingForm,
    /// Whether instruction encodings are shown.
    has_encodings: bool,
    /// Instruction names. If empty, all instructions.
    instructions: Vec<String>,
    /// Words and bytes to decode. `None` if none are decoded.
    words: Option<Vec<DecodeInput>>,
    /// Byte order. `None` for the target's order.
    order: Option<ByteOrder>,
    has_conflicts: bool,
    setup: DecoderSetup,
    /// Processor mode for X86.
    mode: X86Mode,
}

impl DescriptionCommand for EncodingCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        // These targets have their own decoders, selected by record name.
        match target(subject.store)?.name() {
            "WebAssembly" => byte_opcodes::text(self, subject),
            "X86" => x86::text(self, subject),
            _ => self.for_fixed_bits(subject),
        }
    }
}

/// Returns the possible instructions for each word, in the order in which a decoder tries them.
///
/// # Errors
/// If the description is invalid or lacks encodings, if its decoder does not read words, or if a word is invalid.
pub(crate) fn instructions_of_words(
    subject: &mut CommandSubject<'_, '_>,
    words: &[String],
) -> Result<Vec<Vec<String>>, Failure> {
    match target(subject.store)?.name() {
        "WebAssembly" => {
            let message = "words of this target cannot be decoded in expectations";
            return Err(Diagnostic::error_anywhere(Code::Usage, message).into());
        }
        "X86" => return instructions_of_bytes(subject, words),
        _ => {}
    }
    let setup = DecoderSetup::default();
    let target = TargetEncodings::new(subject.store, &setup, subject.diagnostics)?;
    let decode = |word: &String| {
        let decoded = decode_word(&target, word)?;
        Ok(decoded.instructions().map(str::to_owned).collect())
    };
    words.iter().map(decode).collect()
}

/// Returns the instruction that occupies all bytes in each text, in 64-bit mode.
fn instructions_of_bytes(
    subject: &mut CommandSubject<'_, '_>,
    words: &[String],
) -> Result<Vec<Vec<String>>, Failure> {
    let x86 = X86Instructions::new(subject.store, subject.diagnostics)?;
    let mut instructions = Vec::with_capacity(words.len());
    for word in words {
        let decoded = x86.decode(word, X86Mode::Bits64, subject.diagnostics)?;
        let whole = decoded.decoded.filter(|_| decoded.rest.is_empty());
        instructions.push(whole.into_iter().map(|it| it.instruction.to_owned()).collect());
    }
    Ok(instructions)
}

impl EncodingCommand {
    fn new(args: &ArgMatches, form: EncodingForm, words: Vec<DecodeInput>) -> EncodingCommand {
        let instructions = all(args, INSTR);
        let has_conflicts = args.get_flag(CONFLICTS);
        let asks_otherwise = args.contains_id(DECODE) || has_conflicts;
        EncodingCommand {
            form,
            has_encodings: args.get_flag(ALL) || !instructions.is_empty() || !asks_otherwise,
            instructions,
            words: args.contains_id(DECODE).then_some(words),
            order: args.get_one::<String>(BYTE_ORDER).map(|order| match order.as_str() {
                BIG => ByteOrder::Big,
                _ => ByteOrder::Little,
            }),
            has_conflicts,
            mode: match args.get_one::<String>(MODE).map(String::as_str) {
                Some("32") => X86Mode::Bits32,
                Some("16") => X86Mode::Bits16,
                _ => X86Mode::Bits64,
            },
            setup: DecoderSetup {
                tables: all(args, TABLE),
                // The last processor counts, as in a compiler.
                processor: all(args, CPU).pop(),
                features: all(args, FEATURES),
            },
        }
    }

    fn for_fixed_bits(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let target = TargetEncodings::new(subject.store, &self.setup, subject.diagnostics)?;
        let encodings =
            if self.has_encodings { Some(target.find(&self.instructions)?) } else { None };
        let words = match &self.words {
            Some(inputs) => {
                let order = self.order.map_or_else(|| byte_order(subject.store), Ok)?;
                Some(input::words(inputs, &target, order)?)
            }
            None => None,
        };
        if let Some(form) = self.form.report_form() {
            let asked = export::Lists {
                encodings: encodings.as_deref(),
                words: words.as_deref(),
                has_conflicts: self.has_conflicts,
            };
            return Ok(form.print(&export::report(&target, &asked)?, subject.width));
        }
        let diagrams = encodings.unwrap_or_default();
        let diagrams = diagrams.iter().map(|&encoding| EncodingDiagram::new(&target, encoding));
        let diagrams = diagrams.collect::<Result<Vec<_>, AnalysisError>>()?;
        if self.form == EncodingForm::Svg {
            return Ok(svg::text(&diagrams));
        }
        let mut sections: Vec<String> = diagrams.iter().map(EncodingDiagram::text).collect();
        for word in words.iter().flatten() {
            sections.push(words::text(&decode_word(&target, word)?));
        }
        if self.has_conflicts {
            sections.push(conflicts::text(&conflicts::collect(&target)?));
        }
        Ok(sections.join("\n"))
    }
}
