//! Positions as file, line and column.

use std::fmt;

use tablewright_syntax::source::Pos;

use crate::store::{Class, Record, RecordStore};

/// A position in a file, displayed as `file:line:column`.
///
/// ```
/// use tablewright_records::{LoadOptions, load};
/// # struct NoFiles;
/// # impl tablewright_syntax::FileProvider for NoFiles {
/// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
/// # }
/// let text = r#"def a;
/// def b;"#;
/// let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
/// let location = store.get("b").expect("it is defined").location();
/// assert_eq!((location.file, location.line, location.column), ("x.td", 2, 5));
/// assert_eq!(location.to_string(), "x.td:2:5");
/// ```
#[doc(alias("SMLoc", "FileLineColLoc"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location<'a> {
    /// File path, as in messages.
    pub file: &'a str,
    /// Line number, from one.
    pub line: u32,
    /// Column number in bytes, from one.
    pub column: u32,
}

impl fmt::Display for Location<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl RecordStore {
    /// Returns the file, line and column of a position.
    pub fn location(&self, pos: Pos) -> Location<'_> {
        let at = self.sources().line_column(pos);
        Location { file: &self.sources().file(at.file).name, line: at.line, column: at.column }
    }
}

impl<'a> Record<'a> {
    /// Returns the definition's position. For a record from a `defm`, it is in the multiclass;
    /// [`Record::positions`] also contains the `defm`s.
    pub fn location(self) -> Location<'a> {
        self.store().location(self.pos())
    }
}

impl<'a> Class<'a> {
    /// Returns the definition's position, or the last declaration's position for a class without a definition.
    pub fn location(self) -> Location<'a> {
        self.store().location(self.pos())
    }
}

#[cfg(test)]
mod tests {
    use crate::test_support::store_of;

    #[test]
    fn a_location_is_file_line_and_column() {
        let store = store_of("class A;\n  def x : A;");
        let x = store.get("x").expect("it is defined");
        assert_eq!(x.location().to_string(), "test.td:2:7");
        let class = store.get_class("A").expect("it is defined");
        assert_eq!(class.location().to_string(), "test.td:1:7");
    }
}
