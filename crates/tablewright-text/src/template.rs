//! Templates: text with named holes.
//!
//! [`TemplateSyntax`] defines the spelling of holes and escapes, and [`Segments`] is their only
//! scanner. Code that fills a template once loops over its segments. Code that fills a template
//! often parses it into a [`TextTemplate`], which resolves each name once.

use std::fmt;

use crate::TextSink;

/// The spelling of holes and escapes in a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TemplateSyntax {
    /// The spelling of a hole.
    pub hole: HoleSyntax,
    /// The escape for the character that begins a hole.
    pub escape: EscapeSyntax,
}

/// The spelling of a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoleSyntax {
    /// `$name` or `${name}`. Without braces the name ends after the last letter, digit or
    /// underscore.
    Dollar,
    /// `${name}` only.
    DollarBraces,
    /// `{name}`.
    Braces,
}

/// The escape for the character that begins a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EscapeSyntax {
    /// Without an escape.
    None,
    /// Doubled: `$$`, `{{`.
    Doubled,
    /// A backslash before the character. A backslash is written as two backslashes; before any
    /// other character a backslash is dropped.
    Backslash,
}

impl TemplateSyntax {
    /// `$name` and `${name}`, with `$$` for a dollar: the templates in MLIR's descriptions.
    pub const DOLLAR: TemplateSyntax =
        TemplateSyntax { hole: HoleSyntax::Dollar, escape: EscapeSyntax::Doubled };
    /// `${name}`, with `\$` for a dollar: the C++ in GlobalISel combine rules.
    pub const DOLLAR_BRACES: TemplateSyntax =
        TemplateSyntax { hole: HoleSyntax::DollarBraces, escape: EscapeSyntax::Backslash };
    /// `{name}`, without an escape: the names of SVE intrinsics.
    pub const BRACES: TemplateSyntax =
        TemplateSyntax { hole: HoleSyntax::Braces, escape: EscapeSyntax::None };

    /// Iterates over the segments of a template without allocating.
    ///
    /// ```
    /// use tablewright_text::{Segment, TemplateSyntax};
    ///
    /// let mut text = String::new();
    /// for segment in TemplateSyntax::DOLLAR.segments("$type get${Name}();") {
    ///     match segment {
    ///         Segment::Text(part) => text.push_str(part),
    ///         Segment::Hole { name: "type", .. } => text.push_str("int"),
    ///         Segment::Hole { name, .. } => text.push_str(&name.to_uppercase()),
    ///         Segment::Malformed(error) => panic!("{error}"),
    ///     }
    /// }
    /// assert_eq!(text, "int getNAME();");
    /// ```
    pub fn segments(self, text: &str) -> Segments<'_> {
        Segments { syntax: self, text, offset: 0 }
    }
}

impl HoleSyntax {
    /// Returns a hole's first character.
    fn first(self) -> u8 {
        match self {
            HoleSyntax::Dollar | HoleSyntax::DollarBraces => b'$',
            HoleSyntax::Braces => b'{',
        }
    }
}

/// A part of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Segment<'t> {
    /// Literal text. Several text segments may be adjacent.
    Text(&'t str),
    /// A hole.
    Hole {
        /// The name, which may be empty in braces.
        name: &'t str,
        /// Byte offset of the hole in the template.
        offset: usize,
    },
    /// An invalid hole's first character. If a brace is missing, the segment extends to the
    /// template's end.
    Malformed(TemplateError<'t>),
}

/// An error in a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TemplateError<'t> {
    /// The error kind.
    pub kind: TemplateErrorKind,
    /// Byte offset of the hole in the template.
    pub offset: usize,
    /// The hole's name. If the closing brace is missing, all text after the opening brace.
    pub name: &'t str,
}

/// A [`TemplateError`]'s kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TemplateErrorKind {
    /// A hole's closing brace is missing.
    MissingBrace,
    /// No name follows a hole's first character.
    MissingName,
    /// The hole's name is unknown.
    UnknownName,
}

impl fmt::Display for TemplateError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            TemplateErrorKind::MissingBrace => f.write_str("a '}' is missing"),
            TemplateErrorKind::MissingName => f.write_str("a name is missing"),
            TemplateErrorKind::UnknownName => write!(f, "'{}' stands for nothing", self.name),
        }
    }
}

impl std::error::Error for TemplateError<'_> {}

/// An iterator over a template's segments: see [`TemplateSyntax::segments`].
#[derive(Clone, Debug)]
pub struct Segments<'t> {
    syntax: TemplateSyntax,
    text: &'t str,
    offset: usize,
}

impl<'t> Iterator for Segments<'t> {
    type Item = Segment<'t>;

    fn next(&mut self) -> Option<Segment<'t>> {
        let first = self.syntax.hole.first();
        let backslash = self.syntax.escape == EscapeSyntax::Backslash;
        loop {
            let tail = &self.text[self.offset..];
            // Segments are short. A search that is fast on long texts would be slower here.
            let is_special = |byte| byte == first || (byte == b'\\' && backslash);
            let length = tail.bytes().position(is_special).unwrap_or(tail.len());
            if length > 0 {
                return Some(self.text(length));
            }
            match tail.as_bytes() {
                [] => return None,
                [b'\\', next, ..] if *next == first || *next == b'\\' => {
                    self.offset += 1;
                    return Some(self.text(1));
                }
                [b'\\', ..] => self.offset += 1,
                [_, next, ..] if *next == first && self.syntax.escape == EscapeSyntax::Doubled => {
                    self.offset += 1;
                    return Some(self.text(1));
                }
                _ => return Some(self.hole(tail)),
            }
        }
    }
}

impl<'t> Segments<'t> {
    fn text(&mut self, length: usize) -> Segment<'t> {
        let start = self.offset;
        self.offset += length;
        Segment::Text(&self.text[start..self.offset])
    }

    /// Scans the hole at the start of `rest`.
    fn hole(&mut self, tail: &'t str) -> Segment<'t> {
        let offset = self.offset;
        let malformed = |kind, name| Segment::Malformed(TemplateError { kind, offset, name });
        let braces = match self.syntax.hole {
            HoleSyntax::Dollar | HoleSyntax::DollarBraces => "${",
            HoleSyntax::Braces => "{",
        };
        if let Some(inside) = tail.strip_prefix(braces) {
            let Some((name, _)) = inside.split_once('}') else {
                self.offset = self.text.len();
                return malformed(TemplateErrorKind::MissingBrace, inside);
            };
            self.offset += braces.len() + name.len() + 1;
            return Segment::Hole { name, offset };
        }
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let length = match self.syntax.hole {
            HoleSyntax::Dollar => tail.bytes().skip(1).take_while(|&byte| is_name(byte)).count(),
            HoleSyntax::DollarBraces | HoleSyntax::Braces => 0,
        };
        self.offset += 1 + length;
        let name = &tail[1..=length];
        if name.is_empty() {
            return malformed(TemplateErrorKind::MissingName, name);
        }
        Segment::Hole { name, offset }
    }
}

/// A hole in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hole<H> {
    /// Offset in bytes, in the text without holes.
    pub offset: u32,
    /// The hole's meaning, chosen by the caller.
    pub value: H,
}

/// A parsed template: a text, and holes at offsets in it. The caller chooses the type `H` for a
/// hole's meaning.
///
/// ```
/// use tablewright_text::{TextTemplate, TemplateSyntax};
///
/// let syntax = TemplateSyntax::DOLLAR;
/// let template = TextTemplate::parse("$0 + $1", syntax, |name| name.parse::<usize>().ok())?;
/// let mut text = String::new();
/// template.fill(&mut text, |&number, out| out.push_str(["a", "b"][number]));
/// assert_eq!(text, "a + b");
///
/// let error = TextTemplate::parse("$0 + $x", syntax, |name| name.parse::<usize>().ok());
/// assert_eq!(error.map_err(|error| (error.offset, error.name)), Err((5, "x")));
/// # Ok::<(), tablewright_text::TemplateError<'_>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TextTemplate<H> {
    text: String,
    holes: Vec<Hole<H>>,
}

impl<H> Default for TextTemplate<H> {
    fn default() -> TextTemplate<H> {
        TextTemplate { text: String::new(), holes: Vec::new() }
    }
}

impl<H> TextTemplate<H> {
    /// Parses a template. `resolve` returns a name's meaning.
    ///
    /// # Errors
    /// The first hole that is malformed or has an unknown name.
    pub fn parse<'t>(
        source: &'t str,
        syntax: TemplateSyntax,
        mut resolve: impl FnMut(&'t str) -> Option<H>,
    ) -> Result<TextTemplate<H>, TemplateError<'t>> {
        let mut template = TextTemplate::default();
        template.text.reserve_exact(source.len());
        for segment in syntax.segments(source) {
            match segment {
                Segment::Text(text) => template.text.push_str(text),
                Segment::Hole { name, offset } => {
                    let kind = TemplateErrorKind::UnknownName;
                    let value = resolve(name).ok_or(TemplateError { kind, offset, name })?;
                    template.push_hole(value);
                }
                Segment::Malformed(error) => return Err(error),
            }
        }
        Ok(template)
    }

    /// Appends a hole. Text is appended to a template like to any sink.
    pub fn push_hole(&mut self, value: H) {
        self.holes.push(Hole { offset: self.text.len() as u32, value });
    }

    /// Returns the holes in order.
    pub fn holes(&self) -> &[Hole<H>] {
        &self.holes
    }

    /// Writes the text, and calls `write` for each hole.
    pub fn fill<S: TextSink>(&self, out: &mut S, write: impl FnMut(&H, &mut S)) {
        fill_holes(&self.text, &self.holes, out, write);
    }

    /// Writes the text, and calls `write` for each hole, until a call fails.
    ///
    /// # Errors
    /// The error of `write`.
    pub fn try_fill<S: TextSink, E>(
        &self,
        out: &mut S,
        write: impl FnMut(&H, &mut S) -> Result<(), E>,
    ) -> Result<(), E> {
        try_fill_holes(&self.text, &self.holes, out, write)
    }
}

/// Builds a template like other text, with [`TextTemplate::push_hole`] for the holes.
impl<H> TextSink for TextTemplate<H> {
    fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn push(&mut self, character: char) {
        self.text.push(character);
    }
}

/// Writes `text`, and calls `write` for each hole. `holes` must be in order. Use it instead of
/// [`TextTemplate::fill`] if many templates share a list of holes.
pub fn fill_holes<S: TextSink, H>(
    text: &str,
    holes: &[Hole<H>],
    out: &mut S,
    mut write: impl FnMut(&H, &mut S),
) {
    let filled = try_fill_holes(text, holes, out, |hole, out| {
        write(hole, out);
        Ok::<(), std::convert::Infallible>(())
    });
    match filled {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

fn try_fill_holes<S: TextSink, H, E>(
    text: &str,
    holes: &[Hole<H>],
    out: &mut S,
    mut write: impl FnMut(&H, &mut S) -> Result<(), E>,
) -> Result<(), E> {
    let mut start = 0;
    for hole in holes {
        let end = hole.offset as usize;
        out.push_str(&text[start..end]);
        start = end;
        write(&hole.value, out)?;
    }
    out.push_str(&text[start..]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(syntax: TemplateSyntax, text: &str, expected: Expect) {
        let mut listing = String::new();
        for segment in syntax.segments(text) {
            match segment {
                Segment::Text(text) => writeln!(listing, "text {text:?}"),
                Segment::Hole { name, offset } => writeln!(listing, "{offset}: hole {name:?}"),
                Segment::Malformed(error) => {
                    writeln!(listing, "{}: {error}, name {:?}", error.offset, error.name);
                }
            }
        }
        expected.assert_eq(&listing);
    }

    #[test]
    fn a_name_without_braces_ends_after_letters_digits_and_underscores() {
        check(
            TemplateSyntax::DOLLAR,
            "$_builder.get($0), ${name}Length$\u{e4}",
            expect![[r#"
                0: hole "_builder"
                text ".get("
                14: hole "0"
                text "), "
                19: hole "name"
                text "Length"
                32: a name is missing, name ""
                text "ä"
            "#]],
        );
    }

    #[test]
    fn a_doubled_dollar_stands_for_one() {
        check(
            TemplateSyntax::DOLLAR,
            "$$a$",
            expect![[r#"
                text "$"
                text "a"
                3: a name is missing, name ""
            "#]],
        );
    }

    #[test]
    fn a_backslash_escapes_a_dollar_and_itself_and_vanishes_elsewhere() {
        check(
            TemplateSyntax::DOLLAR_BRACES,
            r"\${a} \\ \n $b ${}\",
            expect![[r#"
                text "$"
                text "{a} "
                text "\\"
                text " "
                text "n "
                12: a name is missing, name ""
                text "b "
                15: hole ""
            "#]],
        );
    }

    #[test]
    fn without_the_closing_brace_the_rest_is_the_name() {
        check(
            TemplateSyntax::DOLLAR_BRACES,
            "x ${a b",
            expect![[r#"
                text "x "
                2: a '}' is missing, name "a b"
            "#]],
        );
    }

    #[test]
    fn braces_alone_can_be_holes() {
        check(
            TemplateSyntax::BRACES,
            "svadd_{d}_{$1}_}{x",
            expect![[r#"
                text "svadd_"
                6: hole "d"
                text "_"
                10: hole "$1"
                text "_}"
                16: a '}' is missing, name "x"
            "#]],
        );
    }

    #[test]
    fn filling_stops_at_the_first_hole_that_fails() {
        let template = TextTemplate::parse("a${0}b$1", TemplateSyntax::DOLLAR, Some);
        let mut text = String::new();
        let filled = template.expect("names are all there").try_fill(&mut text, |&name, out| {
            out.push_str(name);
            if name == "0" { Ok(()) } else { Err(name) }
        });
        assert_eq!((text.as_str(), filled), ("a0b1", Err("1")));
    }

    #[test]
    fn a_template_that_is_written_is_the_one_that_is_parsed() {
        let mut written = TextTemplate::default();
        crate::append!(&mut written, "f(", 7_u32);
        written.push_hole('a');
        written.push(')');
        let parsed =
            TextTemplate::parse("f(7$a)", TemplateSyntax::DOLLAR, |name| name.chars().next());
        assert_eq!(parsed.as_ref(), Ok(&written));
    }
}
