//! `--gen-clang-attr-ast-visitor`: visits of attributes by `RecursiveASTVisitor`.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::model::argument::{
    AttrArgument, AttrArgumentElement, AttrArgumentKind, InteropForm, Scalar,
};
use super::node::{AttrNode, write_nodes};
use super::template::{ArgumentTemplate, emit_template, template};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    write_nodes(job, "Recursive visits of attributes", |nodes, w| {
        w.raw("#ifdef ATTR_VISITOR_DECLS_ONLY\n\n");
        nodes.iter().for_each(|node| emit_declarations(node, w));
        w.raw("\n#else // ATTR_VISITOR_DECLS_ONLY\n\n");
        nodes.iter().for_each(|node| emit_traversal(node, w));
        emit_dispatch(nodes, w);
        w.raw("#endif  // ATTR_VISITOR_DECLS_ONLY\n");
    })
}

fn emit_declarations(node: &AttrNode<'_>, w: &mut CppWriter<'_>) {
    let name = node.name;
    append!(w, "  bool Traverse", name, "Attr(", name, "Attr *A);\n");
    append!(w, "  bool Visit", name, "Attr(", name, "Attr *A) {\n    return true;\n  }\n");
}

fn emit_traversal(node: &AttrNode<'_>, w: &mut CppWriter<'_>) {
    let name = node.name;
    w.raw("template <typename Derived>\nbool VISITORCLASS<Derived>::Traverse");
    append!(w, name, "Attr(", name, "Attr *A) {\n");
    w.raw("  if (!getDerived().VisitAttr(A))\n    return false;\n");
    append!(w, "  if (!getDerived().Visit", name, "Attr(A))\n    return false;\n");
    for argument in node.arguments.iter().chain(&node.delayed) {
        emit_template(w, argument, traversal(argument));
    }
    w.raw("  return true;\n}\n\n");
}

/// Returns the traversal of an argument that is part of the syntax tree.
fn traversal(argument: &AttrArgument<'_>) -> ArgumentTemplate {
    match argument.kind {
        AttrArgumentKind::Scalar(Scalar::Expr) => {
            template!(
                "
  if (!getDerived().TraverseStmt(A->get$Name()))
    return false;
"
            )
        }
        AttrArgumentKind::Scalar(Scalar::Type) => {
            template!(
                "
  if (auto *TSI = A->get${Name}Loc())
    if (!getDerived().TraverseTypeLoc(TSI->getTypeLoc()))
      return false;
"
            )
        }
        AttrArgumentKind::Aligned => {
            template!(
                "
  if (A->is${Name}Expr()) {
    if (!getDerived().TraverseStmt(A->get${Name}Expr()))
      return false;
  } else if (auto *TSI = A->get${Name}Type()) {
    if (!getDerived().TraverseTypeLoc(TSI->getTypeLoc()))
      return false;
  }
"
            )
        }
        AttrArgumentKind::Variadic(AttrArgumentElement::Expr) => {
            template!(
                "
  {
    $type *I = A->${name}_begin();
    $type *E = A->${name}_end();
    for (; I != E; ++I) {
      if (!getDerived().TraverseStmt(*I))
        return false;
    }
  }
"
            )
        }
        AttrArgumentKind::Variadic(AttrArgumentElement::OmpInteropInfo(
            InteropForm::Preferences,
        )) => {
            template!(
                "
  {
    $type *I = A->${name}_begin();
    $type *E = A->${name}_end();
    for (; I != E; ++I) {
      for (auto &P : I->Prefs) {
        if (P.Fr && !getDerived().TraverseStmt(P.Fr))
          return false;
        for (Expr *A : P.Attrs)
          if (!getDerived().TraverseStmt(A))
            return false;
      }
    }
  }
"
            )
        }
        AttrArgumentKind::Scalar(_)
        | AttrArgumentKind::Enum(_)
        | AttrArgumentKind::String
        | AttrArgumentKind::Version
        | AttrArgumentKind::Variadic(_) => template!(""),
    }
}

fn emit_dispatch(nodes: &[AttrNode<'_>], w: &mut CppWriter<'_>) {
    w.text_block(
        "
        template <typename Derived>
        bool VISITORCLASS<Derived>::TraverseAttr(Attr *A) {
          if (!A)
            return true;

          switch (A->getKind()) {
        ",
    );
    for node in nodes {
        append!(w, "    case attr::", node.name, ":\n      return getDerived().Traverse");
        append!(w, node.name, "Attr(cast<", node.name, "Attr>(A));\n");
    }
    w.raw("  }\n  llvm_unreachable(\"bad attribute kind\");\n}\n");
}
