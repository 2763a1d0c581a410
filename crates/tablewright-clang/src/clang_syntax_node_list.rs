//! `--gen-clang-syntax-node-list`: node types in Clang's syntax trees as macro calls.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append, text_block};

use crate::support::syntax_nodes::{self, SyntaxNode};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let nodes = syntax_nodes::collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&nodes, source, w))
}

fn emit(nodes: &[SyntaxNode<'_>], source: &str, w: &mut CppWriter) {
    w.file_header("Node types of syntax trees", Some(source));
    text_block!(
        w,
        "

        #ifndef NODE
        #define NODE(Kind, Base)
        #endif

        #ifndef CONCRETE_NODE
        #define CONCRETE_NODE(Kind, Base) NODE(Kind, Base)
        #endif

        #ifndef ABSTRACT_NODE
        #define ABSTRACT_NODE(Kind, Base, First, Last) NODE(Kind, Base)
        #endif

        "
    );
    for SyntaxNode { record, base, concrete } in nodes {
        let (name, Some(base)) = (record.name(), base) else { continue };
        match concrete {
            None => append!(w, "CONCRETE_NODE(", name, ",", base, ")\n"),
            Some((first, last)) => {
                append!(w, "ABSTRACT_NODE(", name, ",", base, ",", first, ",", last, ")\n");
            }
        }
    }
    text_block!(
        w,
        "

        #undef NODE
        #undef CONCRETE_NODE
        #undef ABSTRACT_NODE
        "
    );
}
