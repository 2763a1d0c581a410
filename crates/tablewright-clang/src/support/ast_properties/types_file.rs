//! The file with a type reader or writer: the output of `--gen-clang-type-reader` and
//! `--gen-clang-type-writer`.

use tablewright_backend::{Failure, Job};
use tablewright_records::RecordView;
use tablewright_text::{CppWriter, append};

use super::{AstPropertyBody, Direction, Rules, emit_body};
use crate::record_views::ast_node::HasPropertiesRecord;
use crate::support::ast_nodes::{Hierarchy, TYPE_NODES, type_id};

/// The node class, and Clang's name for its base class.
const CLASS: &str = "TypeNode";
const HIERARCHY: &str = "Type";

struct AstTypeNode<'s> {
    /// The enumerator of the class.
    id: &'s str,
    class: &'s str,
    body: AstPropertyBody<'s>,
}

pub(crate) fn run(job: &mut Job<'_>, direction: Direction) -> Result<(), Failure> {
    let nodes = collect(job, direction)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&nodes, direction, source, w))
}

fn collect<'s>(job: &mut Job<'s>, direction: Direction) -> Result<Vec<AstTypeNode<'s>>, Failure> {
    let rules = Rules::collect(job.store, job.diagnostics)?;
    let hierarchy = Hierarchy::collect(job.store, CLASS, &TYPE_NODES)?;
    let mut nodes = Vec::new();
    for node in hierarchy.from(hierarchy.root)? {
        if !node.is_abstract()? {
            let id = type_id(node)?;
            let body =
                AstPropertyBody::new(&rules, HasPropertiesRecord::new(node.into()), direction)?;
            nodes.push(AstTypeNode { id, class: node.name(), body });
        }
    }
    Ok(nodes)
}

fn emit(nodes: &[AstTypeNode<'_>], direction: Direction, source: &str, w: &mut CppWriter) {
    let suffix = direction.class_suffix();
    let method = direction.method();
    let var = direction.variable();
    let (description, result, parameter, selector) = match direction {
        Direction::Read => ("Reading types", "QualType", "Type::TypeClass kind", "kind"),
        Direction::Write => ("Writing types", "void", "const Type *node", "node->getTypeClass()"),
    };
    w.file_header(description, Some(source));
    append!(w, "template <class Property", suffix, ">\n");
    append!(w, "class Abstract", HIERARCHY, suffix, " {\npublic:\n");
    append!(w, "  Property", suffix, " &", var, ";\n\n");
    append!(w, "  Abstract", HIERARCHY, suffix, "(Property", suffix, " &", var, ") : ");
    append!(w, var, "(", var, ") {}\n\n");
    append!(w, "  ", result, " ", method, "(", parameter, ") {\n");
    append!(w, "    switch (", selector, ") {\n");
    for AstTypeNode { id, class, .. } in nodes {
        append!(w, "    case ", HIERARCHY, "::", id, ":\n      return ", method, class, "(");
        if direction == Direction::Write {
            append!(w, "static_cast<const ", class, " *>(node)");
        }
        append!(w, ");\n");
    }
    append!(w, "    }\n    llvm_unreachable(\"bad kind\");\n  }\n\n");
    for AstTypeNode { class, body, .. } in nodes {
        append!(w, "  ", result, " ", method, class, "(");
        match direction {
            Direction::Read => append!(w, ") {\n    auto &ctx = R.getASTContext();\n"),
            Direction::Write => append!(w, "const ", class, " *node) {\n"),
        }
        emit_body(body, direction, var, w);
        append!(w, "  }\n\n");
    }
    append!(w, "};\n\n");
}
