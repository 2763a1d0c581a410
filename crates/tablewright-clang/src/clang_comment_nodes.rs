//! `--gen-clang-comment-nodes`: node classes for documentation comments. See [`ast_node_list`] for
//! the output format.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::ast_node_list::{self, NodeList, NodeListSpec};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-comment-nodes",
    help: "Generate Clang AST comment nodes",
    options: &[],
    run,
};

const COMMENTS: NodeListSpec = NodeListSpec { class: "CommentNode", suffix: "", first: None };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let list = NodeList::collect(job.store, &COMMENTS)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Classes of nodes of documentation comments", Some(source));
        ast_node_list::emit(&list, w);
    })
}
