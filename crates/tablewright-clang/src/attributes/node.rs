//! Attributes with arguments, for actions that handle each argument separately.
//!
//! In: the attributes in Clang's syntax tree. Out: their arguments, or the file that an action
//! writes for all of them.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::CppWriter;

use super::model::ClangAttribute;
use super::model::argument::AttrArgument;

/// An attribute in the syntax tree.
pub(super) struct AttrNode<'s> {
    pub(super) name: &'s str,
    /// Whether redeclarations inherit it.
    pub(super) is_inheritable: bool,
    /// Whether Clang's own functions read and write additional data in precompiled headers.
    pub(super) has_custom_serialization: bool,
    pub(super) arguments: Vec<AttrArgument<'s>>,
    /// The member for pack arguments that are not expanded yet.
    pub(super) delayed: Option<AttrArgument<'s>>,
}

impl<'s> AttrNode<'s> {
    pub(super) fn collect(attribute: ClangAttribute<'s>) -> Result<AttrNode<'s>, FieldError> {
        Ok(AttrNode {
            name: attribute.name(),
            is_inheritable: attribute.is_inheritable(),
            has_custom_serialization: attribute.record().has_custom_serialization()?,
            arguments: attribute.arguments()?,
            delayed: attribute.delayed_arguments()?,
        })
    }

    /// Returns all nodes in natural order by name.
    fn collect_all(store: &'s RecordStore) -> Result<Vec<AttrNode<'s>>, FieldError> {
        let mut nodes = Vec::new();
        for attribute in ClangAttribute::all(store)? {
            if attribute.is_node()? {
                nodes.push(AttrNode::collect(attribute)?);
            }
        }
        Ok(nodes)
    }
}

/// Writes a file for all nodes: its header comment, followed by the output of `emit`.
pub(super) fn write_nodes(
    job: &mut Job<'_>,
    description: &str,
    emit: impl FnOnce(&[AttrNode<'_>], &mut CppWriter<'_>),
) -> Result<(), Failure> {
    let nodes = AttrNode::collect_all(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header(description, Some(source));
        emit(&nodes, w);
    })
}
