//! `--gen-clang-decl-nodes`: the classes of nodes of declarations, and which of them are contexts
//! for other declarations.
//!
//! What is printed for each node is said in [`ast_node_list`].

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::{CppWriter, line};

use crate::record_views::ast_node::AstNodeRecord;
use crate::support::ast_node_list::{self, NodeList, NodeListSpec, WORDING};
use crate::support::ast_nodes::Hierarchy;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-decl-nodes",
    help: "Generate Clang AST declaration nodes",
    options: &[],
    run,
};

/// The class of records for declarations that contain others.
const CONTEXT: &str = "DeclContext";

// Contexts come first, so that one comparison with the end of a range finds out whether a
// declaration is a context.
const DECLARATIONS: NodeListSpec =
    NodeListSpec { class: "DeclNode", suffix: "Decl", first: Some(CONTEXT) };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let list = NodeList::collect(job.store, &DECLARATIONS)?;
    let contexts = contexts(job.store)?;
    let source = Some(job.store.input_name());
    job.write_cpp(|w| {
        w.file_header("Classes of nodes of declarations", source);
        ast_node_list::emit(&list, w);
        w.file_header("Declarations that are contexts for others", source);
        emit_contexts(&contexts, w);
    })
}

/// The names of the contexts that are not abstract, each before those that derive from it.
///
/// One that derives from another and is marked as a context itself is listed twice, as users of
/// the list expect it.
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
