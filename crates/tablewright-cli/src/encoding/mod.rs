//! `tablewright encoding`: the bits of instructions, what words mean, and encodings that cannot be
//! told apart.

mod conflicts;
mod diagram;
mod export;
mod svg;
mod target_encodings;
mod word;
mod x86;

use std::io;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use tablewright::backend::Failure;
use tablewright::syntax::diagnostic::{Code, Diagnostic};
use tablewright::target::target::target;

use crate::inspect::{self, all, flag, texts};
use crate::inspection::{Inspection, Subject};
use crate::messages::Style;
use crate::terminal::eprint;
use target_encodings::TargetEncodings;

pub(crate) const NAME: &str = "encoding";

const INSTR: &str = "instr";
const DECODE: &str = "decode";
const CONFLICTS: &str = "conflicts";
const JSON: &str = "json";
const SVG: &str = "svg";

pub(crate) fn command() -> Command {
    inspect::command(NAME)
        .about("Show how a target's instructions are encoded, and what words mean")
        .after_help(
            "Without --instr, --decode and --conflicts all instructions are shown. A word is decoded \
             in all\nnamespaces; encodings are listed in the order in which a decoder tries them.",
        )
        .arg(texts(INSTR, "NAME", "Show the bits of this instruction"))
        .arg(texts(DECODE, "HEX", "Show the instructions that this word can be; - reads words from standard input"))
        .arg(flag(CONFLICTS, "Show instructions that no bits tell apart"))
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
    let has_words_or_conflicts = given.contains_id(DECODE) || given.get_flag(CONFLICTS);
    if form != Form::Text && has_words_or_conflicts {
        let text = format!(
            "{called_as}: error: --decode and --conflicts have no other format than text\n"
        );
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
    let inspection = EncodingInspection {
        form,
        instructions: all(given, INSTR),
        words,
        has_conflicts: given.get_flag(CONFLICTS),
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
    /// Names of instructions; all of them where nothing is asked for.
    instructions: Vec<String>,
    /// Words in hexadecimal digits.
    words: Vec<String>,
    has_conflicts: bool,
}

impl Inspection for EncodingInspection {
    fn name(&self) -> &'static str {
        NAME
    }

    fn text(&self, subject: &mut Subject<'_, '_>) -> Result<String, Failure> {
        if target(subject.store)?.name() == "X86" {
            return self.of_x86(subject);
        }
        let target = TargetEncodings::of(subject)?;
        let shown = target.find(&self.instructions)?;
        match self.form {
            Form::Json => return export::json(&target, &shown),
            Form::Svg => return svg::text(&target, &shown),
            Form::Text => {}
        }
        let mut sections = Vec::new();
        let is_all = self.words.is_empty() && !self.has_conflicts;
        if is_all || !self.instructions.is_empty() {
            for &encoding in &shown {
                sections.push(diagram::text(&target, encoding)?);
            }
        }
        for word in &self.words {
            sections.push(word::text(&target, word)?);
        }
        if self.has_conflicts {
            sections.push(conflicts::text(&target));
        }
        Ok(sections.join("\n"))
    }
}

impl EncodingInspection {
    fn of_x86(&self, subject: &mut Subject<'_, '_>) -> Result<String, Failure> {
        if self.form != Form::Text || !self.words.is_empty() || self.has_conflicts {
            let message = "of X86, encodings are shown as text only, and words are not decoded";
            return Err(Diagnostic::error_anywhere(Code::Usage, message).into());
        }
        x86::text(&self.instructions, subject)
    }
}
