//! `--gen-clang-attr-node-traverse`: attribute arguments that a syntax tree dump visits.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::model::argument::{
    AttrArgument, AttrArgumentElement, AttrArgumentKind, InteropForm, Scalar,
};
use super::node::{AttrNode, write_nodes};
use super::template::{ArgumentTemplate, emit_template, template};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    write_nodes(job, "Visits of attributes in dumps of the syntax tree", |nodes, w| {
        nodes.iter().for_each(|node| emit(node, w));
    })
}

fn emit(node: &AttrNode<'_>, w: &mut CppWriter<'_>) {
    let all = || node.arguments.iter().chain(&node.delayed);
    let mut visited = all().filter_map(|argument| Some((argument, visit(argument)?))).peekable();
    if visited.peek().is_none() {
        return;
    }
    let name = node.name;
    append!(w, "  void Visit", name, "Attr(const ", name, "Attr *A) {\n");
    if !node.arguments.is_empty() {
        append!(w, "    const auto *SA = cast<", name, "Attr>(A); (void)SA;\n");
    }
    visited.for_each(|(argument, template)| emit_template(w, argument, template));
    w.raw("  }\n");
}

/// Returns the visit of an argument that is, or can be, a node of the syntax tree.
fn visit(argument: &AttrArgument<'_>) -> Option<ArgumentTemplate> {
    match argument.kind {
        AttrArgumentKind::Scalar(Scalar::Attr(wrapped))
            if wrapped.has_setter && argument.is_optional =>
        {
            Some(
                template!("
    if (auto *W = SA->get$Name())
      Visit(W);
"),
            )
        }
        AttrArgumentKind::Scalar(Scalar::Expr | Scalar::Attr(_)) => Some(template!("    Visit(SA->get$Name());\n")),
        AttrArgumentKind::Aligned => Some(
            template!("
    if (SA->is${Name}Expr())
      Visit(SA->get${Name}Expr());
"),
        ),
        AttrArgumentKind::Variadic(AttrArgumentElement::Expr) => Some(
            template!("
    for (${attribute}Attr::${name}_iterator I = SA->${name}_begin(), E = SA->${name}_end(); I != E; ++I)
      Visit(*I);
"),
        ),
        AttrArgumentKind::Variadic(AttrArgumentElement::OmpInteropInfo(
            InteropForm::Preferences,
        )) => Some(
            template!("
    for (${attribute}Attr::${name}_iterator I = SA->${name}_begin(), E = SA->${name}_end(); I != E; ++I) {
      for (auto &P : I->Prefs) {
        if (P.Fr) Visit(P.Fr);
        for (Expr *A : P.Attrs) Visit(A);
      }
    }
"),
        ),
        AttrArgumentKind::Scalar(_)
        | AttrArgumentKind::Enum(_)
        | AttrArgumentKind::String
        | AttrArgumentKind::Version
        | AttrArgumentKind::Variadic(_) => None,
    }
}
