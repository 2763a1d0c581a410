//! Messages for people and tools: diagnostics and command-line errors, in the selected format.

mod pinpoint;

pub(crate) use pinpoint::TracedInput;
pub use tablewright_session::messages::{Format, excerpt};

use tablewright_syntax::diagnostic::{Code, Diagnostic, Severity};
use tablewright_syntax::source::SourceMap;

use crate::response_file::values_of;
use crate::terminal::colors_messages;

/// The option that names the format.
pub const OPTION: &str = "diagnostic-format";

/// Environment variable for the format, used without the option.
pub const VARIABLE: &str = "TABLEWRIGHT_DIAGNOSTIC_FORMAT";

/// Returns the format without an option: the variable's format, else the default.
pub fn without_option() -> Format {
    from_variable().unwrap_or_default()
}

/// Returns the format in the variable, or the default if it is empty.
///
/// # Errors
/// If the format is unknown.
pub fn from_variable() -> Result<Format, String> {
    let name = std::env::var(VARIABLE).unwrap_or_default();
    if name.is_empty() {
        return Ok(Format::default());
    }
    Format::from_name(&name).ok_or_else(|| {
        let names = Format::NAMES.join(", ");
        format!(
            "for the variable {VARIABLE}: '{name}' is not a message format; expected one of {names}"
        )
    })
}

/// Returns the format that `args` select, for errors in these arguments.
fn requested_format(args: &[String]) -> Format {
    let named = values_of(args, OPTION).filter_map(Format::from_name).last();
    named.unwrap_or_else(without_option)
}

/// A format, and whether it is coloured.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Format of messages.
    pub format: Format,
    /// Whether they are coloured.
    pub color: bool,
}

impl Style {
    /// Creates a style for standard error. The default for `color` is true on a terminal.
    pub fn new(format: Format, color: Option<bool>) -> Style {
        Style { format, color: color.unwrap_or_else(colors_messages) }
    }

    /// Returns the style that `args` select, for errors in these arguments.
    pub fn from_args(args: &[String]) -> Style {
        Style::new(requested_format(args), None)
    }

    /// Formats a diagnostic.
    pub fn diagnostic(self, sources: &SourceMap, diagnostic: &Diagnostic) -> String {
        self.format.render(sources, diagnostic, self.color)
    }

    /// Returns whether messages show more of the input than the headline's position.
    pub fn shows_spans(self) -> bool {
        match self.format {
            Format::Compatible => false,
            Format::Rich | Format::Json => true,
        }
    }

    /// Formats an error without a position in the input. `text` is the compatible message, in whole lines. The other
    /// formats omit `speaker`, a possible prefix.
    pub fn error(self, code: Code, speaker: &str, text: &str) -> String {
        if self.format == Format::Compatible {
            return text.to_owned();
        }
        let prefix = format!("{speaker}: ");
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut lines = lines.map(|line| {
            let line = line.strip_prefix(&prefix).unwrap_or(line);
            line.strip_prefix("error: ").unwrap_or(line)
        });
        let mut error = Diagnostic::error_anywhere(code, lines.next().unwrap_or_default());
        for line in lines {
            error.note(None, line);
        }
        self.diagnostic(&SourceMap::new(), &error)
    }

    /// Formats requested text, for example a table of times.
    pub fn text(self, text: String) -> String {
        self.diagnostic(&SourceMap::new(), &Diagnostic::new(Severity::Verbatim, None, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_found_in_arguments_that_are_wrong() {
        for (line, want) in [
            ("a.td", Format::Compatible),
            ("--diagnostic-format=json a.td", Format::Json),
            ("-diagnostic-format rich --nonsense", Format::Rich),
            ("--diagnostic-format=xml", Format::Compatible),
            ("--diagnostic-format", Format::Compatible),
            ("--diagnostic-format=json --diagnostic-format=rich", Format::Rich),
        ] {
            let args: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(requested_format(&args), want, "{line}");
        }
    }

    #[test]
    fn errors_of_the_command_line_are_diagnostics_too() {
        let style = Style { format: Format::Json, color: false };
        let text =
            "x: Unknown command line argument '-q'.  Try: 'x --help'\nx: Did you mean '-o'?\n";
        assert_eq!(
            style.error(Code::UnknownOption, "x", text),
            "{\"version\":1,\"severity\":\"error\",\"code\":\"TW0001\",\
             \"message\":\"Unknown command line argument '-q'.  Try: 'x --help'\",\
             \"span\":null,\"labels\":[],\
             \"notes\":[{\"message\":\"Did you mean '-o'?\",\"span\":null}],\"suggestion\":null}\n"
        );
        let style = Style { format: Format::Compatible, color: false };
        assert_eq!(style.error(Code::UnknownOption, "x", text), text);
    }
}
