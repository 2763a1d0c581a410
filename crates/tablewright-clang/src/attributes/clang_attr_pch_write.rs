//! `--gen-clang-attr-pch-write`: writing attributes to precompiled headers.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, append};

use super::model::argument::{Argument, ArgumentKind, Element, Scalar};
use super::node::{Node, write_nodes};
use super::template::fill;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-attr-pch-write",
    help: "Generate clang PCH attribute writer",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    write_nodes(job, "Writing attributes to precompiled headers", |nodes, w| {
        w.raw("  switch (A->getKind()) {\n");
        nodes.iter().for_each(|node| emit(node, w));
        w.raw("  }\n");
    })
}

fn emit(node: &Node<'_>, w: &mut CppWriter<'_>) {
    append!(w, "  case attr::", node.name, ": {\n");
    if node.is_inheritable || !node.arguments.is_empty() {
        append!(w, "    const auto *SA = cast<", node.name, "Attr>(A);\n");
    }
    if node.is_inheritable {
        w.raw("    Record.push_back(SA->isInherited());\n");
    }
    w.raw("    Record.push_back(A->isImplicit());\n");
    w.raw("    Record.push_back(A->isPackExpansion());\n");
    for argument in node.delayed.iter().chain(&node.arguments) {
        fill(w, argument, statements(argument));
    }
    w.raw("    break;\n  }\n");
}

/// The statements that write an argument.
fn statements(argument: &Argument<'_>) -> &'static str {
    match &argument.kind {
        ArgumentKind::Scalar(scalar) => scalar_statement(scalar),
        ArgumentKind::String => "    Record.AddString(SA->get$N());\n",
        ArgumentKind::Version => "    Record.AddVersionTuple(SA->get$N());\n",
        ArgumentKind::Enum(_) => "    Record.push_back(static_cast<uint64_t>(SA->get$N()));\n",
        ArgumentKind::Aligned => {
            "
    Record.push_back(SA->is$NExpr());
    if (SA->is$NExpr())
      Record.AddStmt(SA->get$NExpr());
    else
      Record.AddTypeSourceInfo(SA->get$NType());
"
        }
        ArgumentKind::Variadic(element) => element_statements(element),
    }
}

fn scalar_statement(scalar: &Scalar<'_>) -> &'static str {
    match scalar {
        Scalar::Bool(_) | Scalar::Int(_) | Scalar::Unsigned => {
            "    Record.push_back(SA->get$N());\n"
        }
        Scalar::Identifier => "    Record.AddIdentifierRef(SA->get$N());\n",
        Scalar::ParamIdx => "    Record.push_back(SA->get$N().serialize());\n",
        Scalar::Decl(_) => "    Record.AddDeclRef(SA->get$N());\n",
        Scalar::OmpTraitInfo => "    Record.writeOMPTraitInfo(SA->get$N());\n",
        Scalar::Expr => "    Record.AddStmt(SA->get$N());\n",
        Scalar::Type => "    Record.AddTypeSourceInfo(SA->get$NLoc());\n",
        Scalar::Attr => "    AddAttr(SA->get$N());\n",
    }
}

/// A loop that writes each element, `Val`.
macro_rules! write_elements {
    ($writing:literal) => {
        concat!(
            "
    Record.push_back(SA->$n_size());
    for (auto &Val : SA->$n())
      ",
            $writing,
            "
"
        )
    };
}

fn element_statements(element: &Element<'_>) -> &'static str {
    match element {
        Element::Unsigned | Element::ParamOrParamIdx => write_elements!("Record.push_back(Val);"),
        Element::Expr => write_elements!("Record.AddStmt(Val);"),
        Element::ParamIdx => write_elements!("Record.push_back(Val.serialize());"),
        Element::Identifier => write_elements!("Record.AddIdentifierRef(Val);"),
        Element::String => write_elements!("Record.AddString(Val);"),
        Element::Enum(_) => {
            "
    Record.push_back(SA->$n_size());
    for ($AAttr::$n_iterator i = SA->$n_begin(), e = SA->$n_end(); i != e; ++i)
      Record.push_back((*i));
"
        }
        Element::OmpInteropInfo => {
            "
    Record.push_back(SA->$n_size());
    for ($AAttr::$n_iterator I = SA->$n_begin(), E = SA->$n_end(); I != E; ++I) {
      Record.writeBool(I->IsTarget);
      Record.writeBool(I->IsTargetSync);
    }
"
        }
    }
}
