//! The list of a kind of nodes, as a file of macro calls: what `--gen-clang-comment-nodes`,
//! `--gen-clang-decl-nodes` and `--gen-clang-stmt-nodes` print.
//!
//! In comes the hierarchy of the nodes; out comes, for each class of nodes, a macro of its own that
//! falls back to that of its base, and after all that derive from it the range they make up.

use rustc_hash::FxHashSet;

use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::{CppWriter, line};

use crate::support::ast_nodes::{Hierarchy, Wording};

/// Which nodes are listed, and how.
pub(crate) struct Kind {
    /// The class of their records.
    pub(crate) class: &'static str,
    /// What is put behind the name of a node where it is the base of another.
    pub(crate) suffix: &'static str,
    /// Nodes of this class come before their siblings.
    pub(crate) first: Option<&'static str>,
}

/// How faults of these hierarchies are worded.
pub(crate) const WORDING: Wording = Wording {
    several_roots: |class| format!("multiple root nodes in \"{class}\" hierarchy"),
    no_root: |class| format!("didn't find root node in \"{class}\" hierarchy"),
};

/// The nodes of a kind.
pub(crate) struct NodeList<'s> {
    root: Node<'s>,
    /// How the base is called in nodes that derive from the root.
    root_as_base: String,
    suffix: &'static str,
}

struct Node<'s> {
    name: &'s str,
    is_abstract: bool,
    children: Vec<Node<'s>>,
    /// The first and the last node that is not abstract, of this one and those that derive from
    /// it, in the order they are listed.
    range: (&'s str, &'s str),
}

impl<'s> NodeList<'s> {
    pub(crate) fn collect(store: &'s RecordStore, kind: &Kind) -> Result<Self, Diagnostic> {
        let first = match kind.first {
            Some(class) => store.derived_from_name(class)?.iter().map(|node| node.id()).collect(),
            None => FxHashSet::default(),
        };
        let hierarchy = Hierarchy::collect(store, kind.class, &WORDING)?;
        let root = Node::collect(&hierarchy, hierarchy.root, &first)?;
        let root_as_base = match kind.suffix {
            "" => root.name.to_owned(),
            suffix => suffix.to_owned(),
        };
        Ok(NodeList { root, root_as_base, suffix: kind.suffix })
    }
}

impl<'s> Node<'s> {
    fn collect(
        hierarchy: &Hierarchy<'s>,
        record: Record<'s>,
        first: &FxHashSet<RecordId>,
    ) -> Result<Node<'s>, FieldError> {
        let is_abstract = record.bit("Abstract")?;
        let mut children = hierarchy.children(record).to_vec();
        children.sort_by(|a, b| {
            let place = |node: Record<'_>| !first.contains(&node.id());
            place(*a).cmp(&place(*b)).then_with(|| b.name().cmp(a.name()))
        });
        let children = children
            .into_iter()
            .map(|child| Node::collect(hierarchy, child, first))
            .collect::<Result<Vec<_>, _>>()?;
        let name = record.name();
        let start = if is_abstract { children.first().map(|c| c.range.0) } else { Some(name) };
        let end = children.last().map_or(name, |c| c.range.1);
        let Some(start) = start else {
            return Err(FieldError::new(record, "abstract node has no children"));
        };
        Ok(Node { name, is_abstract, children, range: (start, end) })
    }
}

pub(crate) fn emit(list: &NodeList<'_>, w: &mut CppWriter) {
    let root = list.root.name.to_ascii_uppercase();
    line!(w, "#ifndef ABSTRACT_{root}");
    line!(w, "#  define ABSTRACT_{root}(Type) Type");
    line!(w, "#endif");
    line!(w, "#ifndef {root}_RANGE");
    line!(w, "#  define {root}_RANGE(Base, First, Last)");
    line!(w, "#endif");
    line!(w);
    line!(w, "#ifndef LAST_{root}_RANGE");
    line!(w, "#  define LAST_{root}_RANGE(Base, First, Last) {root}_RANGE(Base, First, Last)");
    line!(w, "#endif");
    line!(w);
    emit_children(list, &list.root, &root, w);
    emit_range(&list.root, &format!("LAST_{root}_RANGE"), w);
    line!(w, "#undef {root}");
    line!(w, "#undef {root}_RANGE");
    line!(w, "#undef LAST_{root}_RANGE");
    line!(w, "#undef ABSTRACT_{root}");
}

fn emit_children(list: &NodeList<'_>, base: &Node<'_>, root: &str, w: &mut CppWriter) {
    let base_macro = base.name.to_ascii_uppercase();
    let base_name = match std::ptr::eq(base, &list.root) {
        true => list.root_as_base.clone(),
        false => format!("{}{}", base.name, list.suffix),
    };
    for node in &base.children {
        let name = node.name;
        let node_macro = name.to_ascii_uppercase();
        line!(w, "#ifndef {node_macro}");
        line!(w, "#  define {node_macro}(Type, Base) {base_macro}(Type, Base)");
        line!(w, "#endif");
        if node.is_abstract {
            line!(w, "ABSTRACT_{root}({node_macro}({name}, {base_name}))");
        } else {
            line!(w, "{node_macro}({name}, {base_name})");
        }
        emit_children(list, node, root, w);
        emit_range(node, &format!("{root}_RANGE"), w);
        line!(w, "#undef {node_macro}");
        line!(w);
    }
}

fn emit_range(node: &Node<'_>, range_macro: &str, w: &mut CppWriter) {
    if !node.children.is_empty() {
        let (first, last) = node.range;
        line!(w, "{range_macro}({}, {first}, {last})", node.name);
        line!(w);
    }
}
