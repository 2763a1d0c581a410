//! `--gen-clang-stmt-nodes`: node classes for statements and expressions. See [`ast_node_list`] for
//! the output format.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::ast_node_list::{self, NodeList, NodeListSpec};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-stmt-nodes",
    help: "Generate Clang AST statement nodes",
    options: &[],
    run,
};

const STATEMENTS: NodeListSpec = NodeListSpec { class: "StmtNode", suffix: "", first: None };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let list = NodeList::collect(job.store, &STATEMENTS)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Classes of nodes of statements", Some(source));
        ast_node_list::emit(&list, w);
    })
}
