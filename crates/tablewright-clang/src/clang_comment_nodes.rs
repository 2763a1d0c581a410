//! `--gen-clang-comment-nodes`: the classes of nodes of documentation comments.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::CppWriter;

use crate::support::ast_node_list::{self, Kind, NodeList};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-comment-nodes",
    help: "Generate Clang AST comment nodes",
    options: &[],
    run,
};

const COMMENTS: Kind = Kind { class: "CommentNode", suffix: "", first: None };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let list = NodeList::collect(job.store, &COMMENTS)?;
    let mut w = CppWriter::new();
    w.file_header("Classes of nodes of documentation comments", Some(job.store.input_name()));
    ast_node_list::emit(&list, &mut w);
    job.write_text(&w.finish())
}
