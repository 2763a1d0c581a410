//! `--gen-clang-syntax-node-classes`: C++ classes for the node types in Clang's syntax trees.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, append};

use crate::record_views::syntax_node::{
    AnyTokenRecord, ExternalRecord, NodeTypeRecord, OptionalRecord, SequenceRecord,
    SyntaxConstraintRecord,
};
use crate::support::syntax_nodes;

/// Maximum nesting depth of `Optional`s.
const MAX_OPTIONAL: usize = 500;

struct NodeClasses<'s> {
    /// All node types, including those that are only declared.
    names: Vec<&'s str>,
    definitions: Vec<NodeClass<'s>>,
}

struct NodeClass<'s> {
    name: &'s str,
    base: &'s str,
    /// Whether other node types do not derive from it.
    is_concrete: bool,
    /// Documentation lines.
    documentation: Vec<&'s str>,
    children: Vec<Child<'s>>,
}

struct Child<'s> {
    role: &'s str,
    /// The node class in this role.
    ty: &'s str,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let classes = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&classes, source, w))
}

fn collect(store: &RecordStore) -> Result<NodeClasses<'_>, Diagnostic> {
    let nodes = syntax_nodes::collect(store)?;
    let names = nodes.iter().map(|node| node.record.name()).collect();
    let mut definitions = Vec::new();
    for node in nodes {
        let record = node.record;
        if ExternalRecord::from_record(record).is_some() {
            continue;
        }
        let base = match node.base {
            Some(base) => base,
            // Only `Node`, which is written by hand, lacks a base.
            None => record.required_base()?.name(),
        };
        let documentation = documentation(record.documentation()?);
        let mut children = Vec::new();
        if let Some(sequence) = SequenceRecord::from_record(record) {
            for child in sequence.children()? {
                let ty = node_type(child.syntax()?)?;
                children.push(Child { role: child.role()?, ty });
            }
        }
        let is_concrete = node.concrete.is_none();
        let name = record.name();
        definitions.push(NodeClass { name, base, is_concrete, documentation, children });
    }
    Ok(NodeClasses { names, definitions })
}

/// Returns the class of the nodes that a constraint allows.
fn node_type(mut syntax: SyntaxConstraintRecord<'_>) -> Result<&str, FieldError> {
    for _ in 0..MAX_OPTIONAL {
        if let Some(optional) = OptionalRecord::from_record(syntax) {
            syntax = optional.inner()?;
        } else if AnyTokenRecord::from_record(syntax).is_some() {
            return Ok("Leaf");
        } else if NodeTypeRecord::from_record(syntax).is_some() {
            return Ok(syntax.name());
        } else {
            let message = "syntax is neither a token nor a node type, nor one that is optional";
            return Err(FieldError::new(Code::NodeForm, syntax, message));
        }
    }
    let message = format!("more than {MAX_OPTIONAL} optional nodes in each other");
    Err(FieldError::new(Code::NodeForm, syntax, message))
}

/// Splits a text into lines. Removes empty lines around it, and the indentation of the first line
/// from each.
fn documentation(text: &str) -> Vec<&str> {
    let space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r');
    let mut lines = text.trim_end_matches(space).split('\n').peekable();
    while lines.next_if(|line| line.trim_matches(space).is_empty()).is_some() {}
    let Some(first) = lines.peek() else { return Vec::new() };
    let indentation = &first[..first.len() - first.trim_start_matches(space).len()];
    lines.map(|line| line.strip_prefix(indentation).unwrap_or(line)).collect()
}

fn emit(classes: &NodeClasses<'_>, source: &str, w: &mut CppWriter) {
    w.file_header("Classes of nodes of syntax trees", Some(source));
    append!(w, "\n// Definitions may refer to each other in any order.\n");
    for name in &classes.names {
        append!(w, "class ", name, ";\n");
    }
    append!(w, "\n// Node definitions\n\n");
    for class in &classes.definitions {
        emit_class(class, w);
    }
}

fn emit_class(class: &NodeClass<'_>, w: &mut CppWriter) {
    let NodeClass { name, base, is_concrete, documentation, children } = class;
    for line in documentation {
        append!(w, "/// ", line, "\n");
    }
    if *is_concrete {
        append!(w, "class ", name, " final : public ", base, " {\npublic:\n");
        append!(w, "  ", name, "() : ", base, "(NodeKind::", name, ") {}\n");
    } else {
        append!(w, "class ", name, " : public ", base, " {\nprotected:\n");
        append!(w, "  ", name, "(NodeKind K) : ", base, "(K) {}\npublic:\n");
    }
    for Child { role, ty } in children {
        for const_ in ["", "const "] {
            append!(w, "  ", const_, ty, " *get", role, "() ", const_, " {\n");
            append!(w, "    return llvm::cast_or_null<", ty, ">(findChild(NodeRole::", role);
            append!(w, "));\n  }\n");
        }
    }
    append!(w, "  static bool classof(const Node *N);\n};\n\n");
}
