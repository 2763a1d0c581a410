//! `--gen-clang-attr-pch-read`: reads attributes from precompiled headers.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::model::argument::{
    AttrArgument, AttrArgumentElement, AttrArgumentKind, InteropForm, Scalar,
};
use super::node::{AttrNode, write_nodes};
use super::template::{ArgumentTemplate, emit_template, template};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    write_nodes(job, "Reading attributes from precompiled headers", |nodes, w| {
        w.raw("  switch (Kind) {\n");
        nodes.iter().for_each(|node| emit(node, w));
        w.raw("  }\n");
    })
}

fn emit(node: &AttrNode<'_>, w: &mut CppWriter<'_>) {
    append!(w, "  case attr::", node.name, ": {\n");
    if node.is_inheritable {
        w.raw("    bool isInherited = Record.readInt();\n");
    }
    w.raw("    bool isImplicit = Record.readInt();\n");
    w.raw("    bool isPackExpansion = Record.readInt();\n");
    for argument in node.delayed.iter().chain(&node.arguments) {
        emit_template(w, argument, variables(argument));
    }
    append!(w, "    New = new (Context) ", node.name, "Attr(Context, Info");
    for argument in &node.arguments {
        w.raw(", ");
        emit_template(w, argument, passed(argument));
    }
    w.raw(");\n");
    if node.is_inheritable {
        w.raw("    cast<InheritableAttr>(New)->setInherited(isInherited);\n");
    }
    w.raw("    New->setImplicit(isImplicit);\n");
    w.raw("    New->setPackExpansion(isPackExpansion);\n");
    if let Some(delayed) = &node.delayed {
        append!(w, "    cast<", node.name, "Attr>(New)->setDelayedArgs(Context, ");
        emit_template(w, delayed, passed(delayed));
        w.raw(");\n");
    }
    if node.has_custom_serialization {
        append!(w, "    read", node.name, "Attr(cast<", node.name, "Attr>(New));\n");
    }
    w.raw("    break;\n  }\n");
}

/// Returns the variables that are read for an argument.
fn variables(argument: &AttrArgument<'_>) -> ArgumentTemplate {
    match &argument.kind {
        AttrArgumentKind::Scalar(scalar) => scalar_variable(scalar),
        AttrArgumentKind::String => template!("    std::string $name= Record.readString();\n"),
        AttrArgumentKind::Version => {
            template!("    VersionTuple $name= Record.readVersionTuple();\n")
        }
        AttrArgumentKind::Enum(_) => {
            template!("    $enum $name(static_cast<$enum>(Record.readInt()));\n")
        }
        AttrArgumentKind::Aligned => {
            template!(
                "
    bool is${name}Expr = Record.readInt();
    void *${name}Ptr;
    if (is${name}Expr)
      ${name}Ptr = Record.readExpr();
    else
      ${name}Ptr = Record.readTypeSourceInfo();
"
            )
        }
        AttrArgumentKind::Variadic(element) => element_variables(element),
    }
}

fn scalar_variable(scalar: &Scalar<'_>) -> ArgumentTemplate {
    match scalar {
        Scalar::Bool(_) | Scalar::Int(_) | Scalar::Unsigned => {
            template!("    $type $name = Record.readInt();\n")
        }
        Scalar::Identifier => template!("    $type $name = Record.readIdentifier();\n"),
        Scalar::ParamIdx => {
            template!("    $type $name = ParamIdx::deserialize(Record.readInt());\n")
        }
        Scalar::Decl(_) => template!("    $type $name = Record.readDeclAs<$decl>();\n"),
        Scalar::OmpTraitInfo => template!("    $type $name = Record.readOMPTraitInfo();\n"),
        Scalar::Expr => template!("    $type $name = Record.readExpr();\n"),
        Scalar::Type => template!("    $type $name = Record.readTypeSourceInfo();\n"),
        Scalar::Attr(_) => template!("    $type $name = Record.readAttr();\n"),
    }
}

/// A loop that reads elements as `$type`.
macro_rules! read_elements {
    ($reading:literal) => {
        template!(concat!(
            "
    unsigned ${name}Size = Record.readInt();
    SmallVector<$type, 4> $name;
    $name.reserve(${name}Size);
    for (unsigned i = 0; i != ${name}Size; ++i)
      $name.push_back(",
            $reading,
            ");
"
        ))
    };
}

fn element_variables(element: &AttrArgumentElement<'_>) -> ArgumentTemplate {
    match element {
        AttrArgumentElement::Unsigned | AttrArgumentElement::ParamOrParamIdx => {
            read_elements!("Record.readInt()")
        }
        AttrArgumentElement::Expr => read_elements!("Record.readExpr()"),
        AttrArgumentElement::ParamIdx => read_elements!("ParamIdx::deserialize(Record.readInt())"),
        AttrArgumentElement::Identifier => read_elements!("Record.readIdentifier()"),
        // A `StringRef` needs a string with a sufficient lifetime.
        AttrArgumentElement::String => {
            template!(
                "
    unsigned ${name}Size = Record.readInt();
    SmallVector<$type, 4> $name;
    $name.reserve(${name}Size);
    SmallVector<std::string, 4> ${name}Storage;
    ${name}Storage.reserve(${name}Size);
    for (unsigned i = 0; i != ${name}Size; ++i)
      ${name}Storage.push_back(Record.readString());
    for (unsigned i = 0; i != ${name}Size; ++i)
      $name.push_back(${name}Storage[i]);
"
            )
        }
        AttrArgumentElement::Enum(_) => {
            template!(
                "
    unsigned ${name}Size = Record.readInt();
    SmallVector<$enum, 4> $name;
    $name.reserve(${name}Size);
    for (unsigned i = ${name}Size; i; --i)
      $name.push_back(static_cast<$enum>(Record.readInt()));
"
            )
        }
        AttrArgumentElement::OmpInteropInfo(InteropForm::Preferences) => {
            template!(
                "
    unsigned ${name}Size = Record.readInt();
    SmallVector<$type, 4> $name;
    $name.reserve(${name}Size);
    for (unsigned I = 0, E = ${name}Size; I != E; ++I) {
      bool IsTarget = Record.readBool();
      bool IsTargetSync = Record.readBool();
      OMPInteropInfo Info(IsTarget, IsTargetSync);
      Info.HasPreferAttrs = Record.readBool();
      unsigned prefsSize = Record.readInt();
      Info.Prefs.reserve(prefsSize);
      for (unsigned J = 0; J < prefsSize; ++J) {
        bool hasFr = Record.readBool();
        Expr *Fr = hasFr ? Record.readExpr() : nullptr;
        unsigned attrsSize = Record.readInt();
        llvm::SmallVector<Expr *, 2> Attrs;
        Attrs.reserve(attrsSize);
        for (unsigned K = 0; K < attrsSize; ++K)
          Attrs.push_back(Record.readExpr());
        Info.Prefs.emplace_back(Fr, std::move(Attrs));
      }
      $name.push_back(Info);
    }
"
            )
        }
        AttrArgumentElement::OmpInteropInfo(InteropForm::Targets) => {
            template!(
                "
    unsigned ${name}Size = Record.readInt();
    SmallVector<$type, 4> $name;
    $name.reserve(${name}Size);
    for (unsigned I = 0, E = ${name}Size; I != E; ++I) {
      bool IsTarget = Record.readBool();
      bool IsTargetSync = Record.readBool();
      $name.emplace_back(IsTarget, IsTargetSync);
    }
"
            )
        }
    }
}

/// Returns the variables as constructor arguments.
fn passed(argument: &AttrArgument<'_>) -> ArgumentTemplate {
    match argument.kind {
        AttrArgumentKind::Scalar(_)
        | AttrArgumentKind::Enum(_)
        | AttrArgumentKind::String
        | AttrArgumentKind::Version => template!("$name"),
        AttrArgumentKind::Aligned => template!("is${name}Expr, ${name}Ptr"),
        AttrArgumentKind::Variadic(_) => template!("$name.data(), ${name}Size"),
    }
}
