//! Diagnostics as text, in three forms: as the reference programs print them, with the source around them, and as
//! JSON.
//!
//! A [`Diagnostic`] comes from the list of those that a run reported; the [`SourceMap`] is that of the store, whose
//! positions it has.
#![warn(missing_docs)]

mod json;
mod rich;

use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::render;
use tablewright_syntax::source::SourceMap;

pub use json::render as json;
pub use rich::excerpt;
pub use rich::render as rich;

/// The form of messages.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Format {
    /// As the reference programs write them.
    #[default]
    Compatible,
    /// With the source around, labels and suggestions.
    Rich,
    /// As JSON, one object a line.
    Json,
}

impl Format {
    /// The names of the formats.
    pub const NAMES: [&str; 3] = ["compatible", "rich", "json"];

    /// The format of that name.
    pub fn of(name: &str) -> Option<Format> {
        match name {
            "compatible" => Some(Format::Compatible),
            "rich" => Some(Format::Rich),
            "json" => Some(Format::Json),
            _ => None,
        }
    }

    /// The text of a diagnostic in this format, coloured if asked for. JSON has no colours.
    pub fn render(self, sources: &SourceMap, diagnostic: &Diagnostic, color: bool) -> String {
        match self {
            Format::Compatible => compatible(sources, diagnostic, color),
            Format::Rich => rich(sources, diagnostic, color),
            Format::Json => json(sources, diagnostic),
        }
    }
}

/// The text of a diagnostic as the reference programs print it: `FILE:LINE:COLUMN: error: …`, the line of the source
/// and a caret below it.
pub fn compatible(sources: &SourceMap, diagnostic: &Diagnostic, color: bool) -> String {
    render::render(sources, diagnostic, color)
}

#[cfg(test)]
mod tests {
    use tablewright_syntax::diagnostic::Code;

    use super::*;

    fn check(format: Format, expected: &str) {
        let mut sources = SourceMap::new();
        let file = sources.add("a.td".into(), "def x : B;\n".into(), None).expect("it is small");
        let pos = sources.file(file).pos(8);
        let mut diagnostic = Diagnostic::error(Code::UnknownClass, pos, "Couldn't find class 'B'");
        diagnostic.note(None, "nothing is called so");
        assert_eq!(format.render(&sources, &diagnostic, false), expected);
    }

    #[test]
    fn the_formats_show_position_and_line() {
        check(
            Format::Compatible,
            "a.td:1:9: error: Couldn't find class 'B'\ndef x : B;\n        ^\nnote: nothing is called so\n",
        );
        check(
            Format::Rich,
            "error[TW2001]: Couldn't find class 'B'\n\u{20}--> a.td:1:9\n  |\n1 | def x : B;\n  |         ^\n  |\n  = note: nothing is called so\n\n",
        );
        check(
            Format::Json,
            "{\"version\":1,\"severity\":\"error\",\"code\":\"TW2001\",\"message\":\"Couldn't find class 'B'\",\
             \"span\":{\"file\":\"a.td\",\"start\":{\"offset\":8,\"line\":1,\"column\":9},\
             \"end\":{\"offset\":9,\"line\":1,\"column\":10}},\"labels\":[],\
             \"notes\":[{\"message\":\"nothing is called so\",\"span\":null}],\"suggestion\":null}\n",
        );
    }
}
