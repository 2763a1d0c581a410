//! `tablewright errors`: error codes and their explanations.

use std::fmt::Write;
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use tablewright_syntax::code::{Code, Layer};

use crate::inspect::messages_format;
use crate::messages::Style;
use crate::terminal::{eprint, print};

pub(crate) const NAME: &str = "errors";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("List error codes, or explain one")
        .after_help("Example:\n    tablewright errors TW2001")
        .arg(Arg::new("code").value_name("CODE").help("Code to explain, for example TW2001"))
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let Some(name) = args.get_one::<String>("code") else {
        return print(called_as, &list());
    };
    match name.parse() {
        Ok(code) => print(called_as, &explanation(code)),
        Err(_) => {
            let style = Style::new(messages_format(args), None);
            let text =
                format!("error: unknown code '{name}'; `tablewright errors` lists all codes\n");
            eprint(style.error(Code::UnknownName, NAME, &text));
            ExitCode::FAILURE
        }
    }
}

/// All codes with their titles, by layer.
fn list() -> String {
    let mut text = String::new();
    for layer in Layer::ALL {
        let heading = layer.document().lines().next().unwrap_or_default();
        _ = writeln!(text, "{}", heading.trim_start_matches("# "));
        for code in Code::ALL.iter().filter(|code| code.layer() == layer) {
            _ = writeln!(text, "  {code}  {}", code.title());
        }
        text.push('\n');
    }
    text + "`tablewright errors CODE` explains a code and shows an example.\n"
}

/// Returns the explanation of a code, without Markdown fences.
fn explanation(code: Code) -> String {
    let mut text = format!("{code}: {}\n\n", code.title());
    let mut is_example = false;
    for line in code.explanation().lines() {
        if line.starts_with("```") {
            is_example = !is_example;
        } else if is_example {
            _ = writeln!(text, "    {line}");
        } else {
            _ = writeln!(text, "{line}");
        }
    }
    text
}
