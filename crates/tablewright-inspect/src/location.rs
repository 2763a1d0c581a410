//! Source locations in answers.

use serde::Serialize;
use tablewright_syntax::source::{Pos, SourceMap};

/// A source location.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct SourceLocation {
    /// The path at which the file was found.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

impl SourceLocation {
    /// Converts a position.
    pub fn new(sources: &SourceMap, pos: Pos) -> SourceLocation {
        let at = sources.line_column(pos);
        SourceLocation {
            file: sources.file(at.file).name.clone(),
            line: at.line,
            column: at.column,
        }
    }
}

impl std::fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::Description;

    #[test]
    fn a_location_has_the_file_and_counts_from_one() {
        let store = Description::new("class C;\n  def x : C;\n").store();
        let x = store.record(store.find_record("x").expect("defined"));
        let location = SourceLocation::new(store.sources(), x.pos());
        assert_eq!((location.line, location.column), (2, 7));
        assert_eq!(location.to_string(), format!("{}:2:7", store.input_name()));
    }
}
