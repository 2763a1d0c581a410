//! The outline of a text: where its statements and the elements of its lists stand, for tools that leave
//! some of them out.

use std::ops::Range;

use super::{Input, Parser};
use crate::diagnostic::Diagnostics;
use crate::dialect::Dialect;
use crate::include::{FileProvider, IncludedFile};
use crate::source::{Pos, SourceMap, Span};

/// Where the parts of a text stand, as offsets in bytes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Outline {
    /// The lists, the inner ones before the outer one.
    pub lists: Vec<OutlineList>,
    /// The blocks of `let`, `foreach` and `if`.
    pub blocks: Vec<OutlineBlock>,
    /// The values, the inner ones before the outer one.
    pub values: Vec<Range<usize>>,
}

/// A list of parts of which each may be left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineList {
    /// What the parts are.
    pub kind: OutlineKind,
    /// The parts in order, without the commas between them.
    pub items: Vec<Range<usize>>,
    /// What is to be left out if no part stays: the list with its brackets, or with the colon before it.
    pub whole: Option<Range<usize>>,
}

/// What the parts of an [`OutlineList`] are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum OutlineKind {
    /// Statements at top level.
    TopLevel,
    /// Statements in a block, with the `;` of each.
    Statements,
    /// Items of the body of a class or record, with the `;` of each.
    BodyItems,
    /// Classes that are inherited from.
    Parents,
    /// Template parameters.
    Parameters,
    /// Template arguments.
    Arguments,
    /// Fields that a `let … in` sets.
    LetItems,
    /// The `= value` of a declaration.
    Initializers,
    /// Elements of a list.
    Elements,
    /// Arguments of a dag.
    DagArgs,
}

impl OutlineKind {
    /// Whether commas stand between the parts.
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

/// A statement that may be replaced by the statements in one of its blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineBlock {
    /// The whole statement.
    pub statement: Range<usize>,
    /// The statements of the block, without its braces.
    pub body: Range<usize>,
}

/// The outline of a text that includes nothing; `None` where it has syntax errors.
pub fn outline(text: &str, dialect: Dialect) -> Option<Outline> {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let main = sources.add(String::new(), text.to_owned(), None).ok()?;
    let start = sources.file(main).pos(0);
    let input = Input {
        sources: &mut sources,
        main,
        files: &mut NoFiles,
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
struct NoFiles;

impl FileProvider for NoFiles {
    fn include(&mut self, _: &str) -> Option<IncludedFile> {
        None
    }
}

/// What a parser records an outline in.
pub(super) trait OutlineRecorder {
    /// The outline under construction, if one is asked for.
    fn builder(&mut self) -> Option<&mut OutlineBuilder>;
}

/// No outline is asked for.
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
    /// The parts of the lists that are open, those of inner lists last.
    items: Vec<Range<usize>>,
    /// The bodies of the blocks of the statements that are open.
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

/// What the productions record. Nothing happens unless an outline is asked for.
impl<O: OutlineRecorder> Parser<'_, O> {
    /// Where the parts of a list that starts here will lie.
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

    /// Ends the list whose parts lie from `base` on. `after_bracket` is the position after the colon or
    /// bracket that is to go with the last part.
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

    /// How many blocks are open.
    pub(super) fn outline_bodies(&mut self) -> usize {
        self.outline.builder().map_or(0, |outline| outline.bodies.len())
    }

    /// Ends the statement that started at `lo`, to which the blocks from `base` on belong.
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
        let outline = outline(text, Dialect::default()).expect("it is correct");
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
        assert_eq!(outline("class A", Dialect::default()), None);
        assert_eq!(outline("include \"b.td\"", Dialect::default()), None);
    }
}
