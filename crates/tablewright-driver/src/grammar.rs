//! The grammar of command lines, the same as in the replaced programs: arguments become options with values.
//!
//! An option has one dash or two. Its value follows `=` or is the next argument. The option table lists the options
//! whose value may directly follow the name. All errors are collected and reported.

use std::fmt;

use tablewright_backend::{Backend, BackendOption, OptionKind, OptionValue};
use tablewright_records::Release;
use tablewright_syntax::diagnostic::Code;

use crate::limits;
use crate::messages::Format;
use crate::option_table::{Flag, General, Meaning, OptionTable, PrintedText, Text};
use crate::release;
use crate::suggestion;

/// An argument that was understood.
#[derive(Clone, Debug)]
pub enum GrammarArg {
    /// A general option with a text.
    Text(Text, String),
    /// A general option with a truth value.
    Flag(Flag, bool),
    /// The action to run.
    Action(&'static Backend),
    /// A backend option with its value.
    Backend(&'static BackendOption, OptionValue),
    /// Path of the main file.
    Input(String),
}

impl GrammarArg {
    /// Returns the argument's name in messages.
    pub fn name(&self, table: &OptionTable) -> String {
        let named = |is_it: &dyn Fn(General) -> bool| {
            let option = table.general().find(|option| is_it(option.general));
            option.map_or_else(String::new, |option| dashed(option.name))
        };
        match self {
            GrammarArg::Text(text, _) => {
                named(&|general| matches!(general, General::Text { option, .. } if option == *text))
            }
            GrammarArg::Flag(flag, _) => named(&|general| general == General::Flag(*flag)),
            GrammarArg::Action(backend) => dashed(backend.name),
            GrammarArg::Backend(option, _) => dashed(option.name),
            GrammarArg::Input(path) => format!("the input '{path}'"),
        }
    }
}

/// A parsed command line. Parsing ends early at an option that prints a text.
#[derive(Default, Debug)]
pub struct ParsedArgs {
    /// The arguments that were understood, in their order.
    pub args: Vec<GrammarArg>,
    /// Errors in the other arguments.
    pub errors: Vec<ArgError>,
    /// Text to print instead of a run.
    pub printed: Option<PrintedText>,
}

/// An error in a command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgError {
    /// Unknown option.
    Unknown {
        /// The argument as typed.
        arg: String,
    },
    /// An error about an option, with the option as displayed.
    Option {
        /// The option, with its dashes.
        option: String,
        /// Description of the error.
        what: String,
    },
    /// An action has a value, such as `--dump-json=1`.
    ActionWithValue {
        /// The value.
        value: String,
    },
    /// More than one main file.
    TooManyInputs {
        /// First main file. It may be a command in the wrong position.
        first: String,
    },
}

impl ArgError {
    /// Returns the error's code.
    pub fn code(&self) -> Code {
        match self {
            ArgError::Unknown { .. } => Code::UnknownOption,
            ArgError::Option { .. } | ArgError::ActionWithValue { .. } => Code::OptionValue,
            ArgError::TooManyInputs { .. } => Code::TooManyInputs,
        }
    }
}

/// The error in the replaced program's wording, for the name by which the user called the program.
pub struct UsageError<'a> {
    /// The error.
    pub error: &'a ArgError,
    /// The options there are.
    pub table: &'a OptionTable<'a>,
    /// Program name without its path.
    pub program: &'a str,
    /// Name by which the user called the program, for `Try: '… --help'`.
    pub called_as: &'a str,
}

impl fmt::Display for UsageError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UsageError { error, table, program, called_as } = self;
        match error {
            ArgError::Unknown { arg } => {
                let usage = format_args!("Try: '{called_as} --help'");
                writeln!(f, "{program}: Unknown command line argument '{arg}'.  {usage}")?;
                if let Some(other) = table.tool.other_program_with(arg.trim_start_matches('-')) {
                    return writeln!(f, "{program}: It is an action of {other}.");
                }
                match suggested(table, arg) {
                    Some(option) => writeln!(f, "{program}: Did you mean '{option}'?"),
                    None => Ok(()),
                }
            }
            ArgError::Option { option, what } => {
                writeln!(f, "{program}: for the {option} option: {what}")
            }
            ArgError::ActionWithValue { value } => {
                writeln!(
                    f,
                    "Action to perform: option: does not allow a value! '{value}' specified."
                )
            }
            ArgError::TooManyInputs { .. } => {
                writeln!(f, "{program}: Too many positional arguments specified!")?;
                writeln!(f, "Can specify at most 1 positional arguments: See: {called_as} --help")
            }
        }
    }
}

/// Formats an option for messages: short names have one dash.
pub fn dashed(name: &str) -> String {
    format!("{}{name}", if name.len() == 1 { "-" } else { "--" })
}

/// Reads `args`.
pub fn parse(table: &OptionTable, args: impl IntoIterator<Item = String>) -> ParsedArgs {
    let mut parsed = ParsedArgs::default();
    let mut args = args.into_iter();
    let mut only_inputs = false;
    while let Some(arg) = args.next() {
        if only_inputs || !arg.starts_with('-') || arg == "-" {
            parsed.args.push(GrammarArg::Input(arg));
        } else if arg == "--" {
            only_inputs = true;
        } else {
            parsed.option(table, &arg, &mut || args.next());
            // The programs replaced print help at once: later arguments are not even checked.
            if parsed.printed.is_some() {
                return parsed;
            }
        }
    }
    let mut inputs = parsed.args.iter().filter_map(|arg| {
        let GrammarArg::Input(input) = arg else { return None };
        Some(input)
    });
    if let (Some(first), Some(_)) = (inputs.next(), inputs.next()) {
        let first = first.clone();
        parsed.errors.push(ArgError::TooManyInputs { first });
    }
    parsed
}

impl ParsedArgs {
    /// Reads the option `arg`.
    fn option(&mut self, table: &OptionTable, arg: &str, next: &mut dyn FnMut() -> Option<String>) {
        let body = without_dashes(arg);
        let (name, value) = name_and_value(body);
        if let Some(meaning) = table.find(name) {
            self.option_of(meaning, name, value, next);
        } else if let Some((option, attached_value)) = attached(table, body) {
            self.args.push(GrammarArg::Text(option, attached_value.to_owned()));
        } else if body.starts_with('h') {
            // A letter option without a value may be combined with more letters.
            self.printed = Some(PrintedText::Help { hidden: false, sorted: false });
        } else {
            self.unknown(arg, name);
        }
    }

    /// Reads an option with that meaning.
    fn option_of(
        &mut self,
        meaning: Meaning,
        name: &str,
        value: Option<&str>,
        next: &mut dyn FnMut() -> Option<String>,
    ) {
        let option = || dashed(name);
        let read = match meaning {
            Meaning::Action(backend) => match value {
                None => Ok(GrammarArg::Action(backend)),
                Some(value) => Err(ArgError::ActionWithValue { value: value.to_owned() }),
            },
            Meaning::Backend(backend) => backend_value(backend, value, next)
                .map(|value| GrammarArg::Backend(backend, value))
                .map_err(|what| ArgError::Option { option: option(), what }),
            Meaning::General(general) => match general.general {
                General::Print(printed) => match value {
                    None => {
                        self.printed = Some(printed);
                        return;
                    }
                    Some(value) => Err(format!("does not allow a value! '{value}' specified.")),
                },
                General::Flag(flag) => truth(value).map(|value| GrammarArg::Flag(flag, value)),
                General::Text { option, .. } => text(value, next).and_then(|text| {
                    if option == Text::DiagnosticFormat && Format::from_name(&text).is_none() {
                        let names = Format::NAMES.join(", ");
                        return Err(format!(
                            "'{text}' is not a message format; expected one of {names}"
                        ));
                    }
                    match option {
                        Text::MaxSteps => drop(limits::steps(&text)?),
                        Text::MaxMemory => drop(limits::bytes(&text)?),
                        Text::FileAccess => drop(limits::directory(&text)?),
                        Text::Macro
                        | Text::IncludeDir
                        | Text::Depfile
                        | Text::DiagnosticFormat
                        | Text::Output
                        | Text::Release
                        | Text::VerifyWith
                        | Text::Tool
                        | Text::Jobs
                        | Text::JobsFile
                        | Text::Cache
                        | Text::Ignored => {}
                    }
                    if option == Text::Release && text.parse::<Release>().is_err() {
                        return Err(release::invalid(&text));
                    }
                    Ok(GrammarArg::Text(option, text))
                }),
            }
            .map_err(|what| ArgError::Option { option: option(), what }),
        };
        match read {
            Ok(arg) => self.args.push(arg),
            Err(error) => self.errors.push(error),
        }
    }

    fn unknown(&mut self, arg: &str, name: &str) {
        // The programs replaced report both errors.
        if let Some(letter) = letter_run_together(name) {
            let what = "may not occur within a group!".to_owned();
            self.errors.push(ArgError::Option { option: dashed(letter), what });
        }
        self.errors.push(ArgError::Unknown { arg: arg.to_owned() });
    }
}

/// Returns the text after the dashes of an option. A third dash belongs to the name, and no such name exists.
fn without_dashes(arg: &str) -> &str {
    let body = arg.strip_prefix('-').unwrap_or(arg);
    body.strip_prefix('-').unwrap_or(body)
}

fn name_and_value(body: &str) -> (&str, Option<&str>) {
    match body.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (body, None),
    }
}

/// Returns the first letter of an argument such as `-ofile`, which looks like several letters run together but needs
/// a value.
fn letter_run_together(name: &str) -> Option<&str> {
    name.get(..1).filter(|letter| ["d", "o"].contains(letter) && name.len() > 1)
}

/// Suggests an option for the unknown option `arg`.
fn suggested(table: &OptionTable, arg: &str) -> Option<String> {
    let (name, value) = name_and_value(without_dashes(arg));
    if let Some(letter) = letter_run_together(name) {
        return Some(dashed(letter));
    }
    let nearest = suggestion::nearest(name, table.names())?;
    Some(match value {
        Some(value) if table.find(nearest).is_some_and(takes_text) => {
            format!("--{nearest}={value}")
        }
        _ => dashed(nearest),
    })
}

/// Finds the option whose name starts `body`, if its value may directly follow.
fn attached<'a>(table: &OptionTable, body: &'a str) -> Option<(Text, &'a str)> {
    let name = body.get(..1)?;
    match table.find(name)? {
        Meaning::General(general) => match general.general {
            General::Text { option, attached: true, .. } => Some((option, &body[1..])),
            General::Text { attached: false, .. } | General::Flag(_) | General::Print(_) => None,
        },
        Meaning::Action(_) | Meaning::Backend(_) => None,
    }
}

fn takes_text(meaning: Meaning) -> bool {
    match meaning {
        Meaning::General(option) => matches!(option.general, General::Text { .. }),
        Meaning::Action(_) => false,
        Meaning::Backend(option) => !matches!(option.kind, OptionKind::Flag { .. }),
    }
}

fn text(value: Option<&str>, next: &mut dyn FnMut() -> Option<String>) -> Result<String, String> {
    value.map(str::to_owned).or_else(next).ok_or_else(|| "requires a value!".to_owned())
}

fn truth(value: Option<&str>) -> Result<bool, String> {
    match value {
        None | Some("" | "true" | "TRUE" | "True" | "1") => Ok(true),
        Some("false" | "FALSE" | "False" | "0") => Ok(false),
        Some(other) => Err(format!("'{other}' is invalid value for boolean argument! Try 0 or 1")),
    }
}

fn backend_value(
    option: &BackendOption,
    value: Option<&str>,
    next: &mut dyn FnMut() -> Option<String>,
) -> Result<OptionValue, String> {
    match option.kind {
        OptionKind::Flag { .. } => truth(value).map(OptionValue::Flag),
        // Files are read later, when the task is known.
        OptionKind::Text { .. } | OptionKind::File { .. } => {
            text(value, next).map(OptionValue::Text)
        }
        OptionKind::Texts { .. } => text(value, next)
            .map(|all| OptionValue::Texts(all.split(',').map(str::to_owned).collect())),
        OptionKind::Number { .. } => {
            let text = text(value, next)?;
            let invalid = || format!("'{text}' value invalid for uint argument!");
            number(&text).map(OptionValue::Number).ok_or_else(invalid)
        }
        OptionKind::Choice { choices, .. } => {
            let text = text(value, next)?;
            let index = choices.iter().position(|(name, _)| *name == text);
            index
                .map(OptionValue::Choice)
                .ok_or_else(|| format!("Cannot find option named '{text}'!"))
        }
    }
}

/// Parses a number in C syntax, or a binary number.
fn number(text: &str) -> Option<u32> {
    let bytes = text.as_bytes();
    let (digits, radix) = match bytes {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        [b'0', b'o', ..] => (&text[2..], 8),
        // A leading zero means octal.
        [b'0', b'0'..=b'9', ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    // `from_str_radix` would accept a sign.
    let all_digits = digits.bytes().all(|b| b.is_ascii_hexdigit());
    u32::from_str_radix(digits, radix).ok().filter(|_| all_digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_tool::TestTool;

    fn read(line: &str) -> ParsedArgs {
        parse(&OptionTable::new(&TestTool, None), line.split_terminator(' ').map(str::to_owned))
    }

    /// Describes a parsed line with a word for each item.
    fn understood(line: &str) -> Vec<String> {
        let parsed = read(line);
        assert_eq!(parsed.errors, [], "{line}");
        let word = |arg: &GrammarArg| match arg {
            GrammarArg::Text(option, text) => format!("{option:?}({text})"),
            GrammarArg::Flag(option, truth) => format!("{option:?}({truth})"),
            GrammarArg::Action(backend) => backend.name.to_owned(),
            GrammarArg::Backend(option, value) => format!("{}: {value:?}", option.name),
            GrammarArg::Input(input) => format!("<{input}>"),
        };
        parsed.args.iter().map(word).collect()
    }

    fn errors(line: &str) -> String {
        let parsed = read(line);
        let (program, called_as) = ("llvm-tblgen", "x/llvm-tblgen");
        let table = &OptionTable::new(&TestTool, None);
        let worded = |error| UsageError { error, table, program, called_as }.to_string();
        parsed.errors.iter().map(worded).collect()
    }

    #[test]
    fn names_have_one_dash_or_two_and_values_stand_behind_or_next() {
        for line in ["-o f", "--o f", "-o=f", "--o=f"] {
            assert_eq!(understood(line), ["Output(f)"], "{line}");
        }
        for line in ["-Id", "--Id", "-I d", "--I=d", "-I=d"] {
            assert_eq!(understood(line), ["IncludeDir(d)"], "{line}");
        }
        assert_eq!(understood("-DX=1 -D -x -o -y"), ["Macro(X=1)", "Macro(-x)", "Output(-y)"]);
        assert_eq!(understood("-class=A --class B"), ["class: Text(\"A\")", "class: Text(\"B\")"]);
    }

    #[test]
    fn inputs_are_what_has_no_dash_or_stands_behind_two() {
        assert_eq!(understood("a.td"), ["<a.td>"]);
        assert_eq!(understood("-"), ["<->"]);
        assert_eq!(understood("-- -a.td"), ["<-a.td>"]);
        let too_many = "llvm-tblgen: Too many positional arguments specified!\n\
                        Can specify at most 1 positional arguments: See: x/llvm-tblgen --help\n";
        assert_eq!(errors("a.td b.td c.td"), too_many);
    }

    #[test]
    fn truth_values() {
        assert_eq!(
            understood("-time-phases --time-phases=0"),
            ["TimePhases(true)", "TimePhases(false)"]
        );
        assert_eq!(understood("-write-if-changed="), ["WriteIfChanged(true)"]);
        assert_eq!(
            errors("-color=x"),
            "llvm-tblgen: for the --color option: 'x' is invalid value for boolean argument! Try 0 or 1\n"
        );
    }

    #[test]
    fn what_is_missing_or_too_much_is_said() {
        assert_eq!(errors("a.td -o"), "llvm-tblgen: for the -o option: requires a value!\n");
        assert_eq!(errors("-class"), "llvm-tblgen: for the --class option: requires a value!\n");
        assert_eq!(
            errors("-help=1"),
            "llvm-tblgen: for the --help option: does not allow a value! '1' specified.\n"
        );
        assert_eq!(
            errors("-print-records="),
            "Action to perform: option: does not allow a value! '' specified.\n"
        );
    }

    #[test]
    fn unknown_options_bring_a_suggestion() {
        for (arg, suggestion) in [
            ("-foo", "-o"),
            ("--foo", "-o"),
            ("---", "-o"),
            ("-clas", "--class"),
            ("-clas=b", "--class=b"),
            ("-foo=bar", "--o=bar"),
            ("-print-record", "--print-records"),
            ("-colour", "--color"),
        ] {
            let want = format!(
                "llvm-tblgen: Unknown command line argument '{arg}'.  Try: 'x/llvm-tblgen --help'\n\
                 llvm-tblgen: Did you mean '{suggestion}'?\n"
            );
            assert_eq!(errors(arg), want);
        }
        assert_eq!(
            errors("-ox.o"),
            "llvm-tblgen: for the -o option: may not occur within a group!\n\
             llvm-tblgen: Unknown command line argument '-ox.o'.  Try: 'x/llvm-tblgen --help'\n\
             llvm-tblgen: Did you mean '-o'?\n"
        );
    }

    #[test]
    fn help_is_shown_at_once() {
        let parsed = read("-foo -h -bar");
        assert_eq!(parsed.printed, Some(PrintedText::Help { hidden: false, sorted: false }));
        assert_eq!(parsed.errors.len(), 1);
        assert_eq!(read("--version -x").printed, Some(PrintedText::Version));
        assert_eq!(read("-hx").printed, Some(PrintedText::Help { hidden: false, sorted: false }));
    }

    #[test]
    fn numbers_are_written_as_in_c() {
        let cases = [("0", 0), ("19", 19), ("0x1F", 31), ("0b11", 3), ("017", 15), ("0o17", 15)];
        for (text, want) in cases {
            assert_eq!(number(text), Some(want), "{text}");
        }
        for text in ["", "x", "-1", "+1", "0x", "08", "4294967296"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
