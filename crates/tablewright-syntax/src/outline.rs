//! A text's outline: the positions of its statements and list elements, for tools that remove some
//! of them.

use std::ops::Range;

use crate::diagnostic::Diagnostics;
use crate::dialect::LanguageDialect;
use crate::include::{FileProvider, IncludedFile};
use crate::lossless::views::{Block, Body, Declaration, Value, View};
use crate::lossless::{LosslessTree, Node, NodeKind, TokenKind};
use crate::parser::{Input, parse_each};
use crate::source::SourceMap;

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
        !matches!(
            self,
            OutlineKind::TopLevel
                | OutlineKind::Statements
                | OutlineKind::BodyItems
                | OutlineKind::Initializers
        )
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
    if has_errors(text, dialect) {
        return None;
    }
    let tree = LosslessTree::new(text).ok()?;
    let mut outline = Outline::default();
    outline.add(tree.root());
    Some(outline)
}

fn has_errors(text: &str, dialect: LanguageDialect) -> bool {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let Ok(main) = sources.add(String::new(), text.to_owned(), None) else { return true };
    let input = Input {
        sources: &mut sources,
        main,
        files: &mut OutlineNoFiles,
        macros: &[],
        diagnostics: &mut diagnostics,
        dialect,
        trees: None,
    };
    parse_each(input, &mut |_| {});
    diagnostics.has_errors()
}

/// Finds no include files.
struct OutlineNoFiles;

impl FileProvider for OutlineNoFiles {
    fn include(&mut self, _: &str) -> Option<IncludedFile> {
        None
    }
}

impl Outline {
    /// Adds the parts of a node, inner parts first.
    fn add(&mut self, node: Node<'_>) {
        for child in node.children() {
            self.add(child);
            if Value::from_node(child).is_some() && has_values(node) {
                self.values.push(child.range());
            }
        }
        self.add_list(node);
        self.add_blocks(node);
    }

    /// Adds the list that a node is or directly contains.
    fn add_list(&mut self, node: Node<'_>) {
        let (kind, items): (OutlineKind, Vec<Range<usize>>) = match node.kind() {
            NodeKind::File => (OutlineKind::TopLevel, statements(node)),
            NodeKind::Block if Block::from_node(node).is_some_and(Block::is_braced) => {
                (OutlineKind::Statements, statements(node))
            }
            NodeKind::Body => {
                let items = Body::from_node(node).into_iter().flat_map(Body::items);
                (OutlineKind::BodyItems, items.map(Node::range).collect())
            }
            NodeKind::ParentList => (OutlineKind::Parents, children(node, NodeKind::ParentRef)),
            NodeKind::ParameterList => {
                (OutlineKind::Parameters, children(node, NodeKind::Parameter))
            }
            NodeKind::ArgumentList => (OutlineKind::Arguments, children(node, NodeKind::Argument)),
            NodeKind::Let => (OutlineKind::LetItems, children(node, NodeKind::LetItem)),
            NodeKind::Parameter | NodeKind::Field => {
                (OutlineKind::Initializers, initializer(node).into_iter().collect())
            }
            NodeKind::ListValue => {
                let elements = node.children().filter_map(Value::from_node);
                (OutlineKind::Elements, elements.map(|value| value.node().range()).collect())
            }
            NodeKind::DagValue => {
                // The first part is the operator.
                (
                    OutlineKind::DagArgs,
                    children(node, NodeKind::DagArg).into_iter().skip(1).collect(),
                )
            }
            _ => return,
        };
        let has_whole = matches!(kind, OutlineKind::Parents | OutlineKind::Parameters);
        if !items.is_empty() {
            let whole = has_whole.then(|| node.range());
            self.lists.push(OutlineList { kind, items, whole });
        }
    }

    fn add_blocks(&mut self, node: Node<'_>) {
        if matches!(node.kind(), NodeKind::Let | NodeKind::Foreach | NodeKind::If) {
            let blocks = node.children().filter_map(Block::from_node);
            let bodies = blocks.filter_map(|block| body(block.node()));
            let statement = node.range();
            self.blocks
                .extend(bodies.map(|body| OutlineBlock { statement: statement.clone(), body }));
        }
    }
}

/// Returns whether the values in a node are whole values: neither names of records nor operands of a
/// suffix or a `#`.
fn has_values(node: Node<'_>) -> bool {
    !matches!(
        node.kind(),
        NodeKind::Def
            | NodeKind::Defm
            | NodeKind::BitRangeValue
            | NodeKind::SubscriptValue
            | NodeKind::FieldValue
            | NodeKind::PasteValue
    )
}

fn children(node: Node<'_>, kind: NodeKind) -> Vec<Range<usize>> {
    node.children().filter(|child| child.kind() == kind).map(Node::range).collect()
}

/// Returns the statements in a file or block, without directives.
fn statements(node: Node<'_>) -> Vec<Range<usize>> {
    let statements = node.children().filter(|child| child.kind() != NodeKind::Directive);
    statements.map(Node::range).collect()
}

/// Returns the `= value` in a declaration.
fn initializer(declaration: Node<'_>) -> Option<Range<usize>> {
    let equal = declaration.own_token(TokenKind::Equal)?;
    let value = Declaration::from_node(declaration)?.value()?;
    Some(equal.range().start..value.node().range().end)
}

/// Returns the statements in a block, without its braces.
fn body(block: Node<'_>) -> Option<Range<usize>> {
    let Some(brace) = block.own_token(TokenKind::LBrace) else {
        // The blanks before a single statement belong to its body.
        let previous = block.first_token()?.previous()?;
        return Some(previous.range().end..block.range().end);
    };
    let end = block.own_tokens().filter(|token| token.kind() == TokenKind::RBrace).last()?;
    Some(brace.range().end..end.range().start)
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
