//! The nodes of a syntax tree of Clang: which class of nodes derives from which.

use rustc_hash::FxHashMap;

use tablewright_records::{FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::ast_node::AstNodeRecord;

/// How many classes may derive from each other in a row.
const MAX_DEPTH: usize = 500;

/// The records of a class of nodes, and what derives from them.
#[doc(alias = "ASTNode")]
pub(crate) struct Hierarchy<'s> {
    /// The node that all others derive from.
    pub(crate) root: AstNodeRecord<'s>,
    children: FxHashMap<RecordId, Vec<AstNodeRecord<'s>>>,
}

/// How a hierarchy that is none is reported.
pub(crate) struct Wording {
    /// Of a second root; `{}` stands for the class of nodes.
    pub(crate) several_roots: fn(&str) -> String,
    pub(crate) no_root: fn(&str) -> String,
}

/// How errors in the hierarchy of types are reported.
pub(crate) const TYPE_NODES: Wording = Wording {
    several_roots: |class| format!("multiple root nodes in {class} hierarchy"),
    no_root: |class| format!("no root node in {class} hierarchy"),
};

/// The enumerator of a class of types: its name without the end that all of them have.
pub(crate) fn type_id(node: AstNodeRecord<'_>) -> Result<&str, FieldError> {
    const SUFFIX: &str = "Type";
    node.name().strip_suffix(SUFFIX).ok_or_else(|| {
        FieldError::new(Code::NodeForm, node, format!("name of node doesn't end in {SUFFIX}"))
    })
}

impl<'s> Hierarchy<'s> {
    /// The hierarchy of the records of class `class`.
    pub(crate) fn collect(
        store: &'s RecordStore,
        class: &str,
        wording: &Wording,
    ) -> Result<Hierarchy<'s>, Diagnostic> {
        let mut children: FxHashMap<RecordId, Vec<AstNodeRecord<'s>>> = FxHashMap::default();
        let mut root = None;
        for node in store.derived_from_name(class)?.into_iter().map(AstNodeRecord::new) {
            match node.base()? {
                Some(base) => children.entry(base.id()).or_default().push(node),
                None => {
                    if let Some(first) = root.replace(node) {
                        let message = (wording.several_roots)(class);
                        return Err(FieldError::new(Code::NodeHierarchies, node, message)
                            .label_record(first, "this is a root too")
                            .into());
                    }
                }
            }
        }
        let root = root.ok_or_else(|| {
            Diagnostic::error_anywhere(Code::NodeHierarchies, (wording.no_root)(class))
        })?;
        let hierarchy = Hierarchy { root, children };
        // What walks the tree from the root does so by recursion.
        hierarchy.from(root)?;
        Ok(hierarchy)
    }

    /// The nodes that derive directly from `node`, in natural order of their names.
    pub(crate) fn children(&self, node: AstNodeRecord<'s>) -> &[AstNodeRecord<'s>] {
        self.children.get(&node.id()).map_or(&[], Vec::as_slice)
    }

    /// `top` and all nodes that derive from it, each before those that derive from it.
    pub(crate) fn from(
        &self,
        top: AstNodeRecord<'s>,
    ) -> Result<Vec<AstNodeRecord<'s>>, FieldError> {
        let mut nodes = Vec::new();
        let mut open = vec![(top, 0)];
        while let Some((node, depth)) = open.pop() {
            // Nodes that derive from themselves, in a ring, have no end either.
            if depth > MAX_DEPTH {
                let message =
                    format!("more than {MAX_DEPTH} nodes derive from each other in a row");
                return Err(FieldError::new(Code::NodeHierarchies, node, message));
            }
            nodes.push(node);
            open.extend(self.children(node).iter().rev().map(|&child| (child, depth + 1)));
        }
        Ok(nodes)
    }
}
