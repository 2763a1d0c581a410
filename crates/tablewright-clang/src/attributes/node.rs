//! Attributes with arguments, for actions that handle each argument separately.
//!
//! In: the attributes in Clang's syntax tree. Out: their arguments, or the file that an action
//! writes for all of them.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::CppWriter;

use super::model::Attribute;
use super::model::argument::Argument;

/// An attribute in the syntax tree.
pub(super) struct Node<'s> {
    pub(super) name: &'s str,
    /// Whether redeclarations inherit it.
    pub(super) is_inheritable: bool,
    /// Whether Clang's own functions read and write additional data in precompiled headers.
    pub(super) has_custom_serialization: bool,
    pub(super) arguments: Vec<Argument<'s>>,
    /// The member for pack arguments that are not expanded yet.
    pub(super) delayed: Option<Argument<'s>>,
}

impl<'s> Node<'s> {
    pub(super) fn collect(attribute: Attribute<'s>) -> Result<Node<'s>, FieldError> {
        Ok(Node {
            name: attribute.name(),
            is_inheritable: attribute.is_inheritable(),
            has_custom_serialization: attribute.record().has_custom_serialization()?,
            arguments: attribute.arguments()?,
            delayed: attribute.delayed_arguments()?,
        })
    }

    /// Returns all nodes in natural order by name.
    fn collect_all(store: &'s RecordStore) -> Result<Vec<Node<'s>>, FieldError> {
        let mut nodes = Vec::new();
        for attribute in Attribute::all(store)? {
            if attribute.is_node()? {
                nodes.push(Node::collect(attribute)?);
            }
        }
        Ok(nodes)
    }
}

/// Writes a file for all nodes: its header comment, followed by the output of `emit`.
pub(super) fn write_nodes(
    job: &mut Job<'_>,
    description: &str,
    emit: impl FnOnce(&[Node<'_>], &mut CppWriter<'_>),
) -> Result<(), Failure> {
    let nodes = Node::collect_all(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header(description, Some(source));
        emit(&nodes, w);
    })
}
