//! `--gen-clang-decl-nodes`: node classes for declarations, and the declarations that can contain
//! others. See [`ast_node_list`] for the output format.

use tablewright_backend::{Failure, Job};
use tablewright_records::{RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::{CppWriter, line};

use crate::record_views::ast_node::AstNodeRecord;
use crate::support::ast_node_list::{self, NodeList, NodeListSpec, WORDING};
use crate::support::ast_nodes::Hierarchy;

/// The record class for declarations that contain others.
const CONTEXT: &str = "DeclContext";

// Contexts are listed first, so that a single comparison with the end of a range recognizes a
// context.
const DECLARATIONS: NodeListSpec = NodeListSpec {
    title: "Classes of nodes of declarations",
    class: "DeclNode",
    suffix: "Decl",
    first: Some(CONTEXT),
};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let list = NodeList::collect(job.store, &DECLARATIONS)?;
    let contexts = contexts(job.store)?;
    let source = Some(job.store.input_name());
    job.write_cpp(|w| {
        w.file_header(DECLARATIONS.title, source);
        ast_node_list::emit(&list, w);
        w.file_header("Declarations that are contexts for others", source);
        emit_contexts(&contexts, w);
    })
}

/// Returns the names of concrete contexts. Each precedes the contexts that derive from it.
///
/// A context that derives from another context and is marked itself is listed twice, as users of
/// the list expect.
fn contexts(store: &RecordStore) -> Result<Vec<&str>, Diagnostic> {
    let declarations = Hierarchy::collect(store, DECLARATIONS.class, &WORDING)?;
    let mut names = Vec::new();
    for context in store.derived_from_name(CONTEXT)? {
        for node in declarations.from(AstNodeRecord::new(context))? {
            if !node.is_abstract()? {
                names.push(node.name());
            }
        }
    }
    Ok(names)
}

fn emit_contexts(contexts: &[&str], w: &mut CppWriter) {
    w.text_block(
        "
        #ifndef DECL_CONTEXT
        #  define DECL_CONTEXT(DECL)
        #endif
        ",
    );
    for name in contexts {
        line!(w, "DECL_CONTEXT({name})");
    }
    line!(w, "#undef DECL_CONTEXT");
}
