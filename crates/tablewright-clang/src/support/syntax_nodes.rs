//! Node types of Clang's syntax trees (`clang/Tooling/Syntax`), in enumerator order.
//!
//! In: records of class `NodeType`. Out: the node types that derive from `Node` in preorder, so
//! that an abstract node type corresponds to a range of concrete ones.

use rustc_hash::FxHashMap;

use tablewright_records::{FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::syntax_node::NodeTypeRecord;

/// Depth limit for the hierarchy.
const MAX_DEPTH: usize = 500;

/// A node type.
pub(crate) struct SyntaxNode<'s> {
    pub(crate) record: NodeTypeRecord<'s>,
    /// The base node type; `None` for `Node`.
    pub(crate) base: Option<&'s str>,
    /// The first and the last concrete node type that derive from it, if any.
    pub(crate) concrete: Option<(&'s str, &'s str)>,
}

/// Returns `Node` and its descendants. Siblings are sorted by name.
pub(crate) fn collect(store: &RecordStore) -> Result<Vec<SyntaxNode<'_>>, Diagnostic> {
    let mut root = None;
    let mut derived: FxHashMap<RecordId, Vec<NodeTypeRecord<'_>>> = FxHashMap::default();
    for node in NodeTypeRecord::all(store)? {
        if node.name() == "Node" {
            root = Some(node);
        }
        if let Some(base) = node.base()? {
            derived.entry(base.id()).or_default().push(node);
        }
    }
    let root = root.ok_or_else(|| {
        Diagnostic::error_anywhere(Code::NodeHierarchies, "missing node type 'Node'")
    })?;
    let children = |node: NodeTypeRecord<'_>| {
        let mut children = derived.get(&node.id()).cloned().unwrap_or_default();
        children.sort_by_key(|child| child.name());
        children
    };
    let mut nodes: Vec<SyntaxNode<'_>> = Vec::new();
    let mut open = vec![(root, None, 0)];
    while let Some((record, base, depth)) = open.pop() {
        // Cycles also exceed the limit.
        if depth > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} nodes derive from each other in a row");
            return Err(FieldError::new(Code::NodeHierarchies, record, message).into());
        }
        let children = children(record);
        let concrete = if children.is_empty() {
            None
        } else {
            Some((
                follow(record, &derived, |nodes| nodes.iter().min_by_key(|node| node.name())),
                follow(record, &derived, |nodes| nodes.iter().max_by_key(|node| node.name())),
            ))
        };
        nodes.push(SyntaxNode { record, base, concrete });
        let next = children.into_iter().rev();
        open.extend(next.map(|child| (child, Some(record.name()), depth + 1)));
    }
    Ok(nodes)
}

/// Follows `choose` from `from` to a concrete node type.
fn follow<'s>(
    from: NodeTypeRecord<'s>,
    derived: &FxHashMap<RecordId, Vec<NodeTypeRecord<'s>>>,
    choose: impl for<'n> Fn(&'n [NodeTypeRecord<'s>]) -> Option<&'n NodeTypeRecord<'s>>,
) -> &'s str {
    let mut at = from;
    // The limit also ends cycles. The caller reports them later.
    for _ in 0..MAX_DEPTH {
        match derived.get(&at.id()).and_then(|nodes| choose(nodes)) {
            Some(&next) => at = next,
            None => break,
        }
    }
    at.name()
}
