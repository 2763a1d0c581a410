//! The node types of Clang's syntax trees (`clang/Tooling/Syntax`), in the order of their enumerators.
//!
//! In come the records of class `NodeType`; out come those that derive from `Node`, each before the
//! ones that derive from it, so that an abstract node type stands for a range of concrete ones.

use rustc_hash::FxHashMap;

use tablewright_records::{FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::syntax_node::NodeTypeRecord;

/// How many node types may derive from each other in a row.
const MAX_DEPTH: usize = 500;

/// A node type.
pub(crate) struct SyntaxNode<'s> {
    pub(crate) record: NodeTypeRecord<'s>,
    /// The node type that it derives from: none for `Node`.
    pub(crate) base: Option<&'s str>,
    /// The first and the last concrete node type that derive from it, if any do.
    pub(crate) concrete: Option<(&'s str, &'s str)>,
}

/// `Node` and all that derives from it; node types with the same base by name.
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
        Diagnostic::error_anywhere(Code::NodeHierarchies, "there is no node type called 'Node'")
    })?;
    let children = |node: NodeTypeRecord<'_>| {
        let mut children = derived.get(&node.id()).cloned().unwrap_or_default();
        children.sort_by_key(|child| child.name());
        children
    };
    let mut nodes: Vec<SyntaxNode<'_>> = Vec::new();
    let mut open = vec![(root, None, 0)];
    while let Some((record, base, depth)) = open.pop() {
        // Node types that derive from themselves, in a ring, have no end either.
        if depth > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} nodes derive from each other in a row");
            return Err(FieldError::new(Code::NodeHierarchies, record, message).into());
        }
        let children = children(record);
        let concrete = (!children.is_empty()).then(|| {
            (
                follow(record, &derived, |nodes| nodes.iter().min_by_key(|node| node.name())),
                follow(record, &derived, |nodes| nodes.iter().max_by_key(|node| node.name())),
            )
        });
        nodes.push(SyntaxNode { record, base, concrete });
        let next = children.into_iter().rev();
        open.extend(next.map(|child| (child, Some(record.name()), depth + 1)));
    }
    Ok(nodes)
}

/// The concrete node type at the end of the path that begins at `from` and goes on as `choose` says.
fn follow<'s>(
    from: NodeTypeRecord<'s>,
    derived: &FxHashMap<RecordId, Vec<NodeTypeRecord<'s>>>,
    choose: impl for<'n> Fn(&'n [NodeTypeRecord<'s>]) -> Option<&'n NodeTypeRecord<'s>>,
) -> &'s str {
    let mut at = from;
    // A ring ends here as well; the caller reports it when it gets to it.
    for _ in 0..MAX_DEPTH {
        match derived.get(&at.id()).and_then(|nodes| choose(nodes)) {
            Some(&next) => at = next,
            None => break,
        }
    }
    at.name()
}
