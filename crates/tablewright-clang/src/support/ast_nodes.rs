//! The node hierarchy of a Clang syntax tree.

use rustc_hash::FxHashMap;

use tablewright_records::{FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::ast_node::AstNodeRecord;

/// Depth limit for the hierarchy.
const MAX_DEPTH: usize = 500;

/// The records of a node class, with their children.
#[doc(alias = "ASTNode")]
pub(crate) struct Hierarchy<'s> {
    /// The root, from which all nodes derive.
    pub(crate) root: AstNodeRecord<'s>,
    children: FxHashMap<RecordId, Vec<AstNodeRecord<'s>>>,
}

/// Error messages for an invalid hierarchy.
pub(crate) struct Wording {
    /// For a second root. The argument is the node class.
    pub(crate) several_roots: fn(&str) -> String,
    pub(crate) no_root: fn(&str) -> String,
}

/// Error messages for the type hierarchy.
pub(crate) const TYPE_NODES: Wording = Wording {
    several_roots: |class| format!("multiple root nodes in {class} hierarchy"),
    no_root: |class| format!("no root node in {class} hierarchy"),
};

/// Returns the enumerator for a type class: its name without the common suffix.
pub(crate) fn type_id(node: AstNodeRecord<'_>) -> Result<&str, FieldError> {
    const SUFFIX: &str = "Type";
    node.name().strip_suffix(SUFFIX).ok_or_else(|| {
        FieldError::new(Code::NodeForm, node, format!("name of node doesn't end in {SUFFIX}"))
    })
}

impl<'s> Hierarchy<'s> {
    /// Builds the hierarchy for the records of `class`.
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
        // Checks the depth, since the tree is traversed recursively.
        hierarchy.from(root)?;
        Ok(hierarchy)
    }

    /// Returns the direct children of `node` in natural order by name.
    pub(crate) fn children(&self, node: AstNodeRecord<'s>) -> &[AstNodeRecord<'s>] {
        self.children.get(&node.id()).map_or(&[], Vec::as_slice)
    }

    /// Returns `top` and its descendants in preorder.
    pub(crate) fn from(
        &self,
        top: AstNodeRecord<'s>,
    ) -> Result<Vec<AstNodeRecord<'s>>, FieldError> {
        let mut nodes = Vec::new();
        let mut open = vec![(top, 0)];
        while let Some((node, depth)) = open.pop() {
            // Cycles also exceed the limit.
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
