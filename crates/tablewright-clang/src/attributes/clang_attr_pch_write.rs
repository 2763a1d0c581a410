//! `--gen-clang-attr-pch-write`: writes attributes to precompiled headers.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::model::argument::{
    AttrArgument, AttrArgumentElement, AttrArgumentKind, InteropForm, Scalar,
};
use super::node::{AttrNode, write_nodes};
use super::template::{ArgumentTemplate, emit_template, template};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    write_nodes(job, "Writing attributes to precompiled headers", |nodes, w| {
        w.raw("  switch (A->getKind()) {\n");
        nodes.iter().for_each(|node| emit(node, w));
        w.raw("  }\n");
    })
}

fn emit(node: &AttrNode<'_>, w: &mut CppWriter<'_>) {
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
        emit_template(w, argument, statements(argument));
    }
    if node.has_custom_serialization {
        append!(w, "    Record.Add", node.name, "Attr(SA);\n");
    }
    w.raw("    break;\n  }\n");
}

/// Returns the statements that write an argument.
fn statements(argument: &AttrArgument<'_>) -> ArgumentTemplate {
    match &argument.kind {
        AttrArgumentKind::Scalar(scalar) => scalar_statement(scalar),
        AttrArgumentKind::String => template!("    Record.AddString(SA->get$Name());\n"),
        AttrArgumentKind::Version => template!("    Record.AddVersionTuple(SA->get$Name());\n"),
        AttrArgumentKind::Enum(_) => {
            template!("    Record.push_back(static_cast<uint64_t>(SA->get$Name()));\n")
        }
        AttrArgumentKind::Aligned => {
            template!(
                "
    Record.push_back(SA->is${Name}Expr());
    if (SA->is${Name}Expr())
      Record.AddStmt(SA->get${Name}Expr());
    else
      Record.AddTypeSourceInfo(SA->get${Name}Type());
"
            )
        }
        AttrArgumentKind::Variadic(element) => element_statements(element),
    }
}

fn scalar_statement(scalar: &Scalar<'_>) -> ArgumentTemplate {
    match scalar {
        Scalar::Bool(_) | Scalar::Int(_) | Scalar::Unsigned => {
            template!("    Record.push_back(SA->get$Name());\n")
        }
        Scalar::Identifier => template!("    Record.AddIdentifierRef(SA->get$Name());\n"),
        Scalar::ParamIdx => template!("    Record.push_back(SA->get$Name().serialize());\n"),
        Scalar::Decl(_) => template!("    Record.AddDeclRef(SA->get$Name());\n"),
        Scalar::OmpTraitInfo => template!("    Record.writeOMPTraitInfo(SA->get$Name());\n"),
        Scalar::Expr => template!("    Record.AddStmt(SA->get$Name());\n"),
        Scalar::Type => template!("    Record.AddTypeSourceInfo(SA->get${Name}Loc());\n"),
        Scalar::Attr(_) => template!("    AddAttr(SA->get$Name());\n"),
    }
}

/// A loop that writes each element, `Val`.
macro_rules! write_elements {
    ($writing:literal) => {
        template!(concat!(
            "
    Record.push_back(SA->${name}_size());
    for (auto &Val : SA->$name())
      ",
            $writing,
            "
"
        ))
    };
}

fn element_statements(element: &AttrArgumentElement<'_>) -> ArgumentTemplate {
    match element {
        AttrArgumentElement::Unsigned | AttrArgumentElement::ParamOrParamIdx => {
            write_elements!("Record.push_back(Val);")
        }
        AttrArgumentElement::Expr => write_elements!("Record.AddStmt(Val);"),
        AttrArgumentElement::ParamIdx => write_elements!("Record.push_back(Val.serialize());"),
        AttrArgumentElement::Identifier => write_elements!("Record.AddIdentifierRef(Val);"),
        AttrArgumentElement::String => write_elements!("Record.AddString(Val);"),
        AttrArgumentElement::Enum(_) => {
            template!("
    Record.push_back(SA->${name}_size());
    for (${attribute}Attr::${name}_iterator i = SA->${name}_begin(), e = SA->${name}_end(); i != e; ++i)
      Record.push_back((*i));
")
        }
        AttrArgumentElement::OmpInteropInfo(InteropForm::Preferences) => {
            template!("
    Record.push_back(SA->${name}_size());
    for (${attribute}Attr::${name}_iterator I = SA->${name}_begin(), E = SA->${name}_end(); I != E; ++I) {
      Record.writeBool(I->IsTarget);
      Record.writeBool(I->IsTargetSync);
      Record.writeBool(I->HasPreferAttrs);
      Record.push_back(I->Prefs.size());
      for (auto &P : I->Prefs) {
        Record.writeBool(P.Fr != nullptr);
        if (P.Fr)
          Record.AddStmt(P.Fr);
        Record.push_back(P.Attrs.size());
        for (Expr *A : P.Attrs)
          Record.AddStmt(A);
      }
    }
")
        }
        AttrArgumentElement::OmpInteropInfo(InteropForm::Targets) => {
            template!("
    Record.push_back(SA->${name}_size());
    for (${attribute}Attr::${name}_iterator I = SA->${name}_begin(), E = SA->${name}_end(); I != E; ++I) {
      Record.writeBool(I->IsTarget);
      Record.writeBool(I->IsTargetSync);
    }
")
        }
    }
}
