//! Diagnostics as text in three formats: like the reference programs, with source excerpts, and as
//! JSON.
//!
//! To render a [`Diagnostic`], pass the [`SourceMap`] from the same store, since a diagnostic
//! contains positions only.

mod json;
mod rich;

use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::render;
use tablewright_syntax::source::SourceMap;

pub use json::render as json;
pub use rich::excerpt;
pub use rich::render as rich;

/// A message format.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Format {
    /// Like the reference programs.
    #[default]
    Compatible,
    /// With source excerpts, labels and suggestions.
    Rich,
    /// As JSON, an object per line.
    Json,
}

impl Format {
    /// The names of the formats.
    pub const NAMES: [&str; 3] = ["compatible", "rich", "json"];

    /// Returns the format with this name.
    pub fn from_name(name: &str) -> Option<Format> {
        match name {
            "compatible" => Some(Format::Compatible),
            "rich" => Some(Format::Rich),
            "json" => Some(Format::Json),
            _ => None,
        }
    }

    /// Renders a diagnostic in this format, with colours if `color` is set. JSON has no colours.
    pub fn render(self, sources: &SourceMap, diagnostic: &Diagnostic, color: bool) -> String {
        match self {
            Format::Compatible => compatible(sources, diagnostic, color),
            Format::Rich => rich(sources, diagnostic, color),
            Format::Json => json(sources, diagnostic),
        }
    }
}

/// Renders a diagnostic like the reference programs: `FILE:LINE:COLUMN: error: …`, the source line,
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
