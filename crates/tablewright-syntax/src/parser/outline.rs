//! A text's outline: the positions of its statements and list elements, for tools that remove some
//! of them.

use std::ops::Range;

use super::{Input, Parser};
use crate::diagnostic::Diagnostics;
use crate::dialect::LanguageDialect;
use crate::include::{FileProvider, IncludedFile};
use crate::source::{Pos, SourceMap, Span};

/// Byte ranges of the parts of a text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Outline {
    /// The lists, inner lists before outer lists.
    pub lists: Vec<OutlineList>,
    /// The blocks of `let`, `foreach` and `if`.
    pub blocks: Vec<OutlineBlock>,
    /// The values, inner values before outer values.
    pub values: Vec<Range<usize>>,
}

/// A list whose parts can be removed separately.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineList {
    /// The kind of the parts.
    pub kind: OutlineKind,
    /// The parts in order, without the commas between them.
    pub items: Vec<Range<usize>>,
    /// Range to remove if all parts are removed: the list with its brackets, or with the colon
    /// before it.
    pub whole: Option<Range<usize>>,
}

/// The kind of parts in an [`OutlineList`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum OutlineKind {
    /// Statements at top level.
    TopLevel,
    /// Statements in a block, each with its `;`.
    Statements,
    /// Items in a class body or record body, each with its `;`.
    BodyItems,
    /// Parent classes.
    Parents,
    /// Template parameters.
    Parameters,
    /// Template arguments.
    Arguments,
    /// Fields set by a `let … in`.
    LetItems,
    /// The `= value` in a declaration.
    Initializers,
    /// List elements.
    Elements,
    /// Dag arguments.
    DagArgs,
}

impl OutlineKind {
    /// Returns whether commas separate the parts.
    pub fn has_commas(self) -> bool {
        match self {
            OutlineKind::TopLevel
            | OutlineKind::Statements
            | OutlineKind::BodyItems
            | OutlineKind::Initializers => false,
            OutlineKind::Parents
            | OutlineKind::Parameters
            | OutlineKind::Arguments
            | OutlineKind::LetItems
            | OutlineKind::Elements
            | OutlineKind::DagArgs => true,
        }
    }
}

/// A statement that can be replaced by the statements in its block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineBlock {
    /// The whole statement.
    pub statement: Range<usize>,
    /// The block's statements, without braces.
    pub body: Range<usize>,
}

/// Returns the outline of a text without includes; `None` if the text has syntax errors.
pub fn outline(text: &str, dialect: LanguageDialect) -> Option<Outline> {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let main = sources.add(String::new(), text.to_owned(), None).ok()?;
    let start = sources.file(main).pos(0);
    let input = Input {
        sources: &mut sources,
        main,
        files: &mut OutlineNoFiles,
        macros: &[],
        diagnostics: &mut diagnostics,
        dialect,
        trees: None,
    };
    let mut parser = Parser::new(input, OutlineBuilder::new(start));
    let base = parser.outline_base();
    parser.file(|p| {
        let lo = p.token.span.lo;
        p.outermost_statement()?;
        p.outline_item(lo);
        Ok(())
    });
    parser.outline_list(OutlineKind::TopLevel, base, None);
    let outline = parser.outline.outline;
    (!diagnostics.has_errors()).then_some(outline)
}

/// Finds no include files.
struct OutlineNoFiles;

impl FileProvider for OutlineNoFiles {
    fn include(&mut self, _: &str) -> Option<IncludedFile> {
        None
    }
}

/// A parser's recorder for an outline.
pub(super) trait OutlineRecorder {
    /// Returns the outline under construction; `None` if no outline is recorded.
    fn builder(&mut self) -> Option<&mut OutlineBuilder>;
}

/// The recorder for parsers without an outline.
pub(super) struct NoOutline;

impl OutlineRecorder for NoOutline {
    #[inline(always)]
    fn builder(&mut self) -> Option<&mut OutlineBuilder> {
        None
    }
}

impl OutlineRecorder for OutlineBuilder {
    fn builder(&mut self) -> Option<&mut OutlineBuilder> {
        Some(self)
    }
}

/// An outline under construction.
pub(super) struct OutlineBuilder {
    start: Pos,
    outline: Outline,
    /// Parts of the open lists; inner lists come last.
    items: Vec<Range<usize>>,
    /// Bodies of the blocks in the open statements.
    bodies: Vec<Range<usize>>,
}

impl OutlineBuilder {
    fn new(start: Pos) -> OutlineBuilder {
        OutlineBuilder { start, outline: Outline::default(), items: Vec::new(), bodies: Vec::new() }
    }

    fn range(&self, lo: Pos, hi: Pos) -> Range<usize> {
        lo.bytes_from(self.start) as usize..hi.bytes_from(self.start) as usize
    }
}

/// Calls from productions. They do nothing without an outline.
impl<O: OutlineRecorder> Parser<'_, O> {
    /// Returns the index at which the parts of a list that starts here will be stored.
    #[inline]
    pub(super) fn outline_base(&mut self) -> usize {
        self.outline.builder().map_or(0, |outline| outline.items.len())
    }

    /// Adds the part that started at `lo` to the list under construction.
    #[inline]
    pub(super) fn outline_item(&mut self, lo: Pos) {
        if let Some(outline) = self.outline.builder() {
            let item = outline.range(lo, self.prev_end);
            outline.items.push(item);
        }
    }

    /// Ends the list whose parts start at index `base`. `after_bracket` is the position after the
    /// colon or bracket that is removed together with the last part.
    #[inline]
    pub(super) fn outline_list(
        &mut self,
        kind: OutlineKind,
        base: usize,
        after_bracket: Option<Pos>,
    ) {
        if let Some(outline) = self.outline.builder() {
            let items = outline.items.split_off(base);
            if items.is_empty() {
                return;
            }
            let whole = after_bracket.map(|pos| {
                let range = outline.range(pos, self.prev_end);
                range.start - 1..range.end
            });
            outline.outline.lists.push(OutlineList { kind, items, whole });
        }
    }

    /// Adds the block whose statements start after `lo` and end before `hi`.
    pub(super) fn outline_body(&mut self, lo: Pos, hi: Pos) {
        if let Some(outline) = self.outline.builder() {
            let body = outline.range(lo, hi);
            outline.bodies.push(body);
        }
    }

    /// Returns the number of open blocks.
    pub(super) fn outline_bodies(&mut self) -> usize {
        self.outline.builder().map_or(0, |outline| outline.bodies.len())
    }

    /// Ends the statement that started at `lo`. It contains the blocks from index `base` on.
    pub(super) fn outline_statement(&mut self, base: usize, lo: Pos) {
        if let Some(outline) = self.outline.builder() {
            let statement = outline.range(lo, self.prev_end);
            for body in outline.bodies.split_off(base) {
                let statement = statement.clone();
                outline.outline.blocks.push(OutlineBlock { statement, body });
            }
        }
    }

    /// Adds a value.
    #[inline]
    pub(super) fn outline_value(&mut self, span: Span) {
        if let Some(outline) = self.outline.builder() {
            let value = outline.range(span.lo, span.hi);
            outline.outline.values.push(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_all_kinds_are_found() {
        let text = "class A<int x, int y = 2> : B<x>, C { int z = x; let z = 3; }\n\
                    let z = 1, u = 2 in { def a : A<[1, 2]>; }\n\
                    if c then def b; else { defm c : M<(op 1, $v)>; }\n";
        let outline = outline(text, LanguageDialect::default()).expect("it is correct");
        let lists: Vec<String> = outline
            .lists
            .iter()
            .map(|list| {
                let items: Vec<&str> = list.items.iter().map(|item| &text[item.clone()]).collect();
                let whole = list.whole.clone().map_or("", |whole| &text[whole]);
                format!("{:?} {} | {whole}", list.kind, items.join(" ~ "))
            })
            .collect();
        assert!(lists.contains(&"Parameters int x ~ int y = 2 | <int x, int y = 2>".to_owned()));
        assert!(lists.contains(&"Parents B<x> ~ C | : B<x>, C".to_owned()), "{lists:?}");
        assert!(lists.contains(&"BodyItems int z = x; ~ let z = 3; | ".to_owned()), "{lists:?}");
        assert!(lists.contains(&"LetItems z = 1 ~ u = 2 | ".to_owned()));
        assert!(lists.contains(&"Statements def a : A<[1, 2]>; | ".to_owned()));
        assert!(lists.contains(&"Arguments [1, 2] | ".to_owned()));
        assert!(lists.contains(&"Elements 1 ~ 2 | ".to_owned()));
        assert!(lists.contains(&"DagArgs 1 ~ $v | ".to_owned()));
        assert!(lists.contains(&"Initializers = 2 | ".to_owned()));
        assert_eq!(outline.lists.last().map(|list| list.items.len()), Some(3));
        let bodies: Vec<&str> =
            outline.blocks.iter().map(|block| text[block.body.clone()].trim()).collect();
        assert_eq!(bodies, ["def a : A<[1, 2]>;", "def b;", "defm c : M<(op 1, $v)>;"]);
    }

    #[test]
    fn a_text_with_errors_has_none() {
        assert_eq!(outline("class A", LanguageDialect::default()), None);
        assert_eq!(outline("include \"b.td\"", LanguageDialect::default()), None);
    }
}
