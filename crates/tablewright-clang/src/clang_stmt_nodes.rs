//! `--gen-clang-stmt-nodes`: the classes of nodes of statements and expressions.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::CppWriter;

use crate::support::ast_node_list::{self, Kind, NodeList};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-stmt-nodes",
    help: "Generate Clang AST statement nodes",
    options: &[],
    run,
};

const STATEMENTS: Kind = Kind { class: "StmtNode", suffix: "", first: None };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let list = NodeList::collect(job.store, &STATEMENTS)?;
    let mut w = CppWriter::new();
    w.file_header("Classes of nodes of statements", Some(job.store.input_name()));
    ast_node_list::emit(&list, &mut w);
    job.write_text(&w.finish())
}
