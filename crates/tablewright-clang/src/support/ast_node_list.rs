//! A node hierarchy as a file of macro calls: the output of `--gen-clang-comment-nodes`,
//! `--gen-clang-decl-nodes` and `--gen-clang-stmt-nodes`.
//!
//! In: the node hierarchy. Out: for each node class, a macro call. The macro defaults to the macro
//! of the base class. After the nodes that derive from a node follows the range from the first to
//! the last.

use rustc_hash::FxHashSet;

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, line, text_block};

use crate::record_views::ast_node::AstNodeRecord;
use crate::support::ast_nodes::{Hierarchy, Wording};

/// Settings for a node list.
pub(crate) struct NodeListSpec {
    pub(crate) title: &'static str,
    /// The record class.
    pub(crate) class: &'static str,
    /// The suffix for a node's name as a base.
    pub(crate) suffix: &'static str,
    /// Nodes of this class precede their siblings.
    pub(crate) first: Option<&'static str>,
}

/// The list of documentation comment nodes.
pub(crate) const COMMENTS: NodeListSpec = NodeListSpec {
    title: "Classes of nodes of documentation comments",
    class: "CommentNode",
    suffix: "",
    first: None,
};
/// The list of statement nodes, including expressions.
pub(crate) const STATEMENTS: NodeListSpec =
    NodeListSpec { title: "Classes of nodes of statements", class: "StmtNode", ..COMMENTS };

/// Error messages for these hierarchies.
pub(crate) const WORDING: Wording = Wording {
    several_roots: |class| format!("multiple root nodes in \"{class}\" hierarchy"),
    no_root: |class| format!("didn't find root node in \"{class}\" hierarchy"),
};

pub(crate) fn run(job: &mut Job<'_>, spec: &NodeListSpec) -> Result<(), Failure> {
    let list = NodeList::collect(job.store, spec)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header(spec.title, Some(source));
        emit(&list, w);
    })
}

/// A printed list's nodes.
pub(crate) struct NodeList<'s> {
    /// The root's name in capitals, a part of the macro names for the whole list.
    macro_name: String,
    root: AstNode<'s>,
}

struct AstNode<'s> {
    name: &'s str,
    /// The node's macro: its name in capitals.
    macro_name: String,
    /// The node's name as a base.
    name_as_base: String,
    is_abstract: bool,
    children: Vec<AstNode<'s>>,
    /// The first and the last concrete node among this node and its descendants, in list order.
    range: (&'s str, &'s str),
}

impl<'s> NodeList<'s> {
    pub(crate) fn collect(store: &'s RecordStore, spec: &NodeListSpec) -> Result<Self, Diagnostic> {
        let first = match spec.first {
            Some(class) => store.derived_from_name(class)?.iter().map(|node| node.id()).collect(),
            None => FxHashSet::default(),
        };
        let hierarchy = Hierarchy::collect(store, spec.class, &WORDING)?;
        let collector = AstNodeCollector { hierarchy: &hierarchy, suffix: spec.suffix, first };
        let mut root = collector.node(hierarchy.root)?;
        if !spec.suffix.is_empty() {
            root.name_as_base = spec.suffix.to_owned();
        }
        Ok(NodeList { macro_name: root.macro_name.clone(), root })
    }
}

struct AstNodeCollector<'h, 's> {
    hierarchy: &'h Hierarchy<'s>,
    suffix: &'static str,
    /// Nodes that precede their siblings.
    first: FxHashSet<RecordId>,
}

impl<'s> AstNodeCollector<'_, 's> {
    /// Returns a node with its descendants. The hierarchy has limited the depth.
    fn node(&self, record: AstNodeRecord<'s>) -> Result<AstNode<'s>, FieldError> {
        let is_abstract = record.is_abstract()?;
        let mut children = self.hierarchy.children(record).to_vec();
        children.sort_by(|a, b| {
            let is_later = |node: &AstNodeRecord<'_>| !self.first.contains(&node.id());
            is_later(a).cmp(&is_later(b)).then_with(|| b.name().cmp(a.name()))
        });
        let children =
            children.into_iter().map(|child| self.node(child)).collect::<Result<Vec<_>, _>>()?;
        let name = record.name();
        let start = if is_abstract { children.first().map(|c| c.range.0) } else { Some(name) };
        let end = children.last().map_or(name, |c| c.range.1);
        let Some(start) = start else {
            return Err(FieldError::new(
                Code::NodeHierarchies,
                record,
                "abstract node has no children",
            ));
        };
        let macro_name = name.to_ascii_uppercase();
        let name_as_base = format!("{name}{}", self.suffix);
        Ok(AstNode { name, macro_name, name_as_base, is_abstract, children, range: (start, end) })
    }
}

pub(crate) fn emit(list: &NodeList<'_>, w: &mut CppWriter) {
    let root = &list.macro_name;
    text_block!(
        w,
        "
        #ifndef ABSTRACT_{root}
        #  define ABSTRACT_{root}(Type) Type
        #endif
        #ifndef {root}_RANGE
        #  define {root}_RANGE(Base, First, Last)
        #endif

        #ifndef LAST_{root}_RANGE
        #  define LAST_{root}_RANGE(Base, First, Last) {root}_RANGE(Base, First, Last)
        #endif

        "
    );
    emit_children(&list.root, root, w);
    emit_range(&list.root, &format!("LAST_{root}_RANGE"), w);
    text_block!(
        w,
        "
        #undef {root}
        #undef {root}_RANGE
        #undef LAST_{root}_RANGE
        #undef ABSTRACT_{root}
        "
    );
}

/// Writes the nodes that derive from `base`, each followed by its descendants.
fn emit_children(base: &AstNode<'_>, root: &str, w: &mut CppWriter) {
    let (base_macro, base_name) = (&base.macro_name, &base.name_as_base);
    for node in &base.children {
        let AstNode { name, macro_name, .. } = node;
        line!(w, "#ifndef {macro_name}");
        line!(w, "#  define {macro_name}(Type, Base) {base_macro}(Type, Base)");
        line!(w, "#endif");
        if node.is_abstract {
            line!(w, "ABSTRACT_{root}({macro_name}({name}, {base_name}))");
        } else {
            line!(w, "{macro_name}({name}, {base_name})");
        }
        emit_children(node, root, w);
        emit_range(node, &format!("{root}_RANGE"), w);
        line!(w, "#undef {macro_name}");
        line!(w);
    }
}

fn emit_range(node: &AstNode<'_>, range_macro: &str, w: &mut CppWriter) {
    if !node.children.is_empty() {
        let (first, last) = node.range;
        line!(w, "{range_macro}({}, {first}, {last})", node.name);
        line!(w);
    }
}
