//! `tablewright encoding`: the bits of instructions, what words mean, and encodings that cannot be
//! told apart.

mod byte_opcodes;
mod conflicts;
mod decoder_setup;
mod diagram;
mod export;
mod svg;
mod target_encodings;
mod words;
mod x86;

use std::io;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use tablewright::backend::Failure;
use tablewright::syntax::diagnostic::Code;
use tablewright::target::target::target;

use crate::inspect::{self, all, flag, texts};
use crate::inspection::{Inspection, Subject};
use crate::messages::Style;
use crate::terminal::eprint;
use decoder_setup::DecoderSetup;
use target_encodings::TargetEncodings;

pub(crate) const NAME: &str = "encoding";

const INSTR: &str = "instr";
const ALL: &str = "all";
const DECODE: &str = "decode";
const CONFLICTS: &str = "conflicts";
const TABLE: &str = "table";
const CPU: &str = "cpu";
const FEATURES: &str = "features";
const JSON: &str = "json";
const SVG: &str = "svg";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show how a target's instructions are encoded, and what words mean")
        .after_help(
            "Without --instr, --decode and --conflicts all instructions are shown. A word is decoded \
             with all\ntables or those of --table, in the order in which a decoder tries encodings.",
        )
        .arg(texts(INSTR, "NAME", "Show the bits of this instruction"))
        .arg(flag(ALL, "Show the bits of all instructions").conflicts_with(INSTR))
        .arg(texts(DECODE, "HEX", "Show the instructions that this word can be; - reads words from standard input"))
        .arg(flag(CONFLICTS, "Show instructions that no bits tell apart"))
        .arg(
            texts(TABLE, "NAME", "Use this decoder table only; several are tried in this order")
                .value_delimiter(','),
        )
        .arg(texts(CPU, "NAME", "Leave out what this processor cannot execute"))
        .arg(
            texts(FEATURES, "+A,-B", "Leave out what needs other features than --cpu and these")
                .allow_hyphen_values(true),
        )
        .args(inspect::form_args(["text", SVG, JSON], "The format of the output"))
}

pub(crate) fn main(called_as: &str, given: &ArgMatches) -> ExitCode {
    let form = if inspect::has_form(given, JSON) {
        Form::Json
    } else if inspect::has_form(given, SVG) {
        Form::Svg
    } else {
        Form::Text
    };
    if form == Form::Svg && (given.contains_id(DECODE) || given.get_flag(CONFLICTS)) {
        let text = format!("{called_as}: error: --decode and --conflicts cannot be drawn\n");
        let style = Style::new(inspect::messages_format(given), None);
        eprint(style.error(Code::Usage, called_as, &text));
        return ExitCode::FAILURE;
    }
    let words = match read_words(all(given, DECODE)) {
        Ok(words) => words,
        Err(error) => {
            eprint(format_args!("{called_as}: error: cannot read standard input: {error}\n"));
            return ExitCode::FAILURE;
        }
    };
    let instructions = all(given, INSTR);
    let has_conflicts = given.get_flag(CONFLICTS);
    let asks_otherwise = given.contains_id(DECODE) || has_conflicts;
    let inspection = EncodingInspection {
        form,
        has_encodings: given.get_flag(ALL) || !instructions.is_empty() || !asks_otherwise,
        instructions,
        words: given.contains_id(DECODE).then_some(words),
        has_conflicts,
        setup: DecoderSetup {
            tables: all(given, TABLE),
            // The last processor counts, as for a compiler.
            processor: all(given, CPU).pop(),
            features: all(given, FEATURES),
        },
    };
    inspect::run(called_as, given, Box::new(inspection))
}

/// The words to decode, with those on standard input in the place of `-`.
fn read_words(asked: Vec<String>) -> io::Result<Vec<String>> {
    let mut words = Vec::new();
    for word in asked {
        if word == "-" {
            let text = io::read_to_string(io::stdin())?;
            words.extend(text.split_whitespace().map(str::to_owned));
        } else {
            words.push(word);
        }
    }
    Ok(words)
}

/// How encodings are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Svg,
    Json,
}

/// What the command line asks for.
struct EncodingInspection {
    form: Form,
    /// Whether encodings of instructions are shown.
    has_encodings: bool,
    /// Names of instructions; none for all of them.
    instructions: Vec<String>,
    /// Words in hexadecimal digits, if words are decoded.
    words: Option<Vec<String>>,
    has_conflicts: bool,
    setup: DecoderSetup,
}

impl Inspection for EncodingInspection {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut Subject<'_, '_>) -> Result<String, Failure> {
        // The targets whose decoders are not interpreters, by the names of their records.
        match target(subject.store)?.name() {
            "WebAssembly" => byte_opcodes::text(self, subject),
            "X86" => x86::text(self, subject),
            _ => self.of_fixed_bits(subject),
        }
    }
}

impl EncodingInspection {
    fn of_fixed_bits(&self, subject: &mut Subject<'_, '_>) -> Result<String, Failure> {
        let target = TargetEncodings::of(subject, &self.setup)?;
        let shown = if self.has_encodings { Some(target.find(&self.instructions)?) } else { None };
        if self.form == Form::Json {
            return export::json(&target, self, shown.as_deref());
        }
        let diagrams = shown.unwrap_or_default();
        let diagrams = diagrams.iter().map(|&encoding| diagram::of(&target, encoding));
        let diagrams = diagrams.collect::<Result<Vec<_>, Failure>>()?;
        if self.form == Form::Svg {
            return Ok(svg::text(&diagrams));
        }
        let mut sections: Vec<String> = diagrams.iter().map(diagram::text).collect();
        for word in self.words.iter().flatten() {
            sections.push(words::text(&words::decode(&target, word)?));
        }
        if self.has_conflicts {
            sections.push(conflicts::text(&conflicts::collect(&target)?));
        }
        Ok(sections.join("\n"))
    }
}
