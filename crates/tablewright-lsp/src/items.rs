//! Statements and body items in an open text, including all branches of conditionals.

use std::ops::Range;

use tablewright_syntax::TokenKind;
use tablewright_syntax::lossless::views::{Def, Defm, Include, View};
use tablewright_syntax::lossless::{LosslessTree, Node, NodeKind};

/// A statement or body item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    /// The name, which may be an expression. If there is none, an empty range at the keyword.
    pub(crate) name: Range<usize>,
    /// From the first to the last token.
    pub(crate) range: Range<usize>,
    /// Names: its parent classes, or the multiclasses that it instantiates.
    pub(crate) parents: Vec<Range<usize>>,
    /// From the opening to the closing brace.
    pub(crate) body: Option<Range<usize>>,
    pub(crate) children: Vec<Item>,
}

/// The kind of an [`Item`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ItemKind {
    Class,
    Def,
    Defm,
    Multiclass,
    Defset,
    Deftype,
    Defvar,
    Foreach,
    If,
    /// `let … in`, or `let` in a body.
    Let,
    Include,
    /// A field in a class or record.
    Field,
    /// `assert`, `dump`, and invalid code.
    Other,
}

/// Returns a text's statements.
pub(crate) fn items(tree: &LosslessTree) -> Vec<Item> {
    items_in(tree.root())
}

/// Returns the items around an offset, outermost first.
pub(crate) fn around(items: &[Item], offset: usize) -> Vec<&Item> {
    let mut enclosing_items = Vec::new();
    let mut level = items;
    while let Some(item) =
        level.iter().find(|item| item.range.start <= offset && offset <= item.range.end)
    {
        enclosing_items.push(item);
        level = &item.children;
    }
    enclosing_items
}

/// Returns the nodes around an offset, outermost first. An offset at the end of a node counts as
/// inside.
pub(crate) fn nodes_around(tree: &LosslessTree, offset: usize) -> Vec<Node<'_>> {
    let mut enclosing_nodes = vec![tree.root()];
    while let Some(inner) = enclosing_nodes.last().and_then(|outer| {
        let touches = |node: &Node<'_>| {
            let range = node.range();
            range.start <= offset && offset <= range.end
        };
        outer.children().find(touches)
    }) {
        enclosing_nodes.push(inner);
    }
    enclosing_nodes
}

impl ItemKind {
    /// Returns a node's kind; `None` if it is neither a statement nor a body item.
    pub(crate) fn from_node(node: Node<'_>) -> Option<ItemKind> {
        KINDS.iter().find(|(kind, _)| *kind == node.kind()).map(|&(_, kind)| kind)
    }
}

const KINDS: [(NodeKind, ItemKind); 16] = [
    (NodeKind::Class, ItemKind::Class),
    (NodeKind::Def, ItemKind::Def),
    (NodeKind::Defm, ItemKind::Defm),
    (NodeKind::Multiclass, ItemKind::Multiclass),
    (NodeKind::Defset, ItemKind::Defset),
    (NodeKind::Deftype, ItemKind::Deftype),
    (NodeKind::Defvar, ItemKind::Defvar),
    (NodeKind::Foreach, ItemKind::Foreach),
    (NodeKind::If, ItemKind::If),
    (NodeKind::Let, ItemKind::Let),
    (NodeKind::BodyLet, ItemKind::Let),
    (NodeKind::Include, ItemKind::Include),
    (NodeKind::Field, ItemKind::Field),
    (NodeKind::Assert, ItemKind::Other),
    (NodeKind::Dump, ItemKind::Other),
    (NodeKind::Error, ItemKind::Other),
];

/// Returns the items in a node. Children that are not items, such as branches of conditionals, are
/// searched.
fn items_in(node: Node<'_>) -> Vec<Item> {
    let mut child_items = Vec::new();
    for child in node.children() {
        match ItemKind::from_node(child) {
            Some(kind) => child_items.push(item(child, kind)),
            None => child_items.extend(items_in(child)),
        }
    }
    child_items
}

fn item(node: Node<'_>, kind: ItemKind) -> Item {
    let keyword_end = node.first_token().map_or(0, |token| token.range().end);
    let parents = node.child(NodeKind::ParentList).into_iter().flat_map(Node::children);
    let parents = parents.filter_map(|parent| Some(parent.child(NodeKind::Name)?.range()));
    Item {
        kind,
        name: name(node, kind).unwrap_or(keyword_end..keyword_end),
        range: node.range(),
        parents: parents.collect(),
        body: body(node),
        children: node.children().filter(|child| holds_items(*child)).flat_map(items_in).collect(),
    }
}

fn name(node: Node<'_>, kind: ItemKind) -> Option<Range<usize>> {
    match kind {
        ItemKind::Def => Some(Def::from_node(node)?.name()?.node().range()),
        ItemKind::Defm => Some(Defm::from_node(node)?.name()?.node().range()),
        ItemKind::Include => Some(Include::from_node(node)?.path()?.range()),
        ItemKind::Let if node.kind() == NodeKind::Let => {
            Some(node.child(NodeKind::LetItem)?.child(NodeKind::Name)?.range())
        }
        ItemKind::Class
        | ItemKind::Multiclass
        | ItemKind::Defset
        | ItemKind::Deftype
        | ItemKind::Defvar
        | ItemKind::Foreach
        | ItemKind::Let
        | ItemKind::Field => Some(node.child(NodeKind::Name)?.range()),
        ItemKind::If | ItemKind::Other => None,
    }
}

fn holds_items(node: Node<'_>) -> bool {
    matches!(node.kind(), NodeKind::Body | NodeKind::Block | NodeKind::SplitBranch)
}

/// Returns a class or record body, or the first block in braces.
fn body(node: Node<'_>) -> Option<Range<usize>> {
    let opens = |child: &Node<'_>| {
        matches!(child.kind(), NodeKind::Body | NodeKind::Block)
            && child.own_token(TokenKind::LBrace).is_some()
    };
    Some(node.children().find(opens)?.range())
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::scan::tree;

    fn shown(text: &str) -> String {
        fn add(out: &mut String, text: &str, items: &[Item], depth: usize) {
            for item in items {
                let name = &text[item.name.clone()];
                let parents: Vec<&str> = item.parents.iter().map(|p| &text[p.clone()]).collect();
                let end = &text[item.range.clone()];
                let end = end.chars().last().unwrap_or(' ');
                _ = writeln!(out, "{:depth$}{:?} {name} {parents:?} {end}", "", item.kind);
                add(out, text, &item.children, depth + 1);
            }
        }
        let mut out = String::new();
        add(&mut out, text, &items(&tree(text)), 0);
        out
    }

    #[test]
    fn statements_and_items_are_found() {
        let text = "include \"a.td\"\nclass A<int x = {0, 1}> : B<[x], \"s\">, C { int f = 1; let g{1-0} = {x, 1};\n\
                    bits<4> h; }\nlet a = 1, b = {0} in { def x#1 : A<1>; foreach i = [1] in defm : M<2>; }\n\
                    multiclass M { if c then { def a; } else def b; }\ndefset list<A> S = { def z; }";
        let expected = "Include \"a.td\" [] \"\nClass A [\"B\", \"C\"] }\n Field f [] ;\n Let g [] ;\n Field h [] ;\n\
                        Let a [] }\n Def x#1 [\"A\"] ;\n Foreach i [] ;\n  Defm  [\"M\"] ;\nMulticlass M [] }\n \
                        If  [] ;\n  Def a [] ;\n  Def b [] ;\nDefset S [] }\n Def z [] ;\n";
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn an_unfinished_statement_ends_before_the_next() {
        let text = "def a : B<1\nclass C {\n  int x\ndef d;\n} def e;";
        let listing = shown(text);
        let names: Vec<&str> =
            listing.lines().map(|line| line.split(' ').nth(1).unwrap_or("")).collect();
        assert!(names.contains(&"a") && names.contains(&"C") && names.contains(&"d"), "{listing}");
        assert!(names.contains(&"e"), "{listing}");
    }

    #[test]
    fn hostile_texts_end() {
        for text in
            ["}", "} } ;", "let", "if then else", "def : : {", "class {{{", "defset = =", "in in"]
        {
            shown(text);
        }
        shown(&"{".repeat(2000));
        shown(&"let a = 1 in ".repeat(20_000));
    }
}
