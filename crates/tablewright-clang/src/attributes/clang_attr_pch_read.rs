//! `--gen-clang-attr-pch-read`: reading attributes from precompiled headers.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, append};

use super::model::argument::{Argument, ArgumentKind, Element, Scalar};
use super::node::{Node, write_nodes};
use super::template::fill;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-attr-pch-read",
    help: "Generate clang PCH attribute reader",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    write_nodes(job, "Reading attributes from precompiled headers", |nodes, w| {
        w.raw("  switch (Kind) {\n");
        nodes.iter().for_each(|node| emit(node, w));
        w.raw("  }\n");
    })
}

fn emit(node: &Node<'_>, w: &mut CppWriter<'_>) {
    append!(w, "  case attr::", node.name, ": {\n");
    if node.is_inheritable {
        w.raw("    bool isInherited = Record.readInt();\n");
    }
    w.raw("    bool isImplicit = Record.readInt();\n");
    w.raw("    bool isPackExpansion = Record.readInt();\n");
    for argument in node.delayed.iter().chain(&node.arguments) {
        fill(w, argument, variables(argument));
    }
    append!(w, "    New = new (Context) ", node.name, "Attr(Context, Info");
    for argument in &node.arguments {
        w.raw(", ");
        fill(w, argument, passed(argument));
    }
    w.raw(");\n");
    if node.is_inheritable {
        w.raw("    cast<InheritableAttr>(New)->setInherited(isInherited);\n");
    }
    w.raw("    New->setImplicit(isImplicit);\n");
    w.raw("    New->setPackExpansion(isPackExpansion);\n");
    if let Some(delayed) = &node.delayed {
        append!(w, "    cast<", node.name, "Attr>(New)->setDelayedArgs(Context, ");
        fill(w, delayed, passed(delayed));
        w.raw(");\n");
    }
    w.raw("    break;\n  }\n");
}

/// The variables with what is read for an argument.
fn variables(argument: &Argument<'_>) -> &'static str {
    match &argument.kind {
        ArgumentKind::Scalar(scalar) => scalar_variable(scalar),
        ArgumentKind::String => "    std::string $n= Record.readString();\n",
        ArgumentKind::Version => "    VersionTuple $n= Record.readVersionTuple();\n",
        ArgumentKind::Enum(_) => "    $F $n(static_cast<$F>(Record.readInt()));\n",
        ArgumentKind::Aligned => {
            "
    bool is$nExpr = Record.readInt();
    void *$nPtr;
    if (is$nExpr)
      $nPtr = Record.readExpr();
    else
      $nPtr = Record.readTypeSourceInfo();
"
        }
        ArgumentKind::Variadic(element) => element_variables(element),
    }
}

fn scalar_variable(scalar: &Scalar<'_>) -> &'static str {
    match scalar {
        Scalar::Bool(_) | Scalar::Int(_) | Scalar::Unsigned => "    $T $n = Record.readInt();\n",
        Scalar::Identifier => "    $T $n = Record.readIdentifier();\n",
        Scalar::ParamIdx => "    $T $n = ParamIdx::deserialize(Record.readInt());\n",
        Scalar::Decl(_) => "    $T $n = Record.readDeclAs<$D>();\n",
        Scalar::OmpTraitInfo => "    $T $n = Record.readOMPTraitInfo();\n",
        Scalar::Expr => "    $T $n = Record.readExpr();\n",
        Scalar::Type => "    $T $n = Record.readTypeSourceInfo();\n",
        Scalar::Attr => "    $T $n = Record.readAttr();\n",
    }
}

/// A loop that reads elements as `$T`.
macro_rules! read_elements {
    ($reading:literal) => {
        concat!(
            "
    unsigned $nSize = Record.readInt();
    SmallVector<$T, 4> $n;
    $n.reserve($nSize);
    for (unsigned i = 0; i != $nSize; ++i)
      $n.push_back(",
            $reading,
            ");
"
        )
    };
}

fn element_variables(element: &Element<'_>) -> &'static str {
    match element {
        Element::Unsigned | Element::ParamOrParamIdx => read_elements!("Record.readInt()"),
        Element::Expr => read_elements!("Record.readExpr()"),
        Element::ParamIdx => read_elements!("ParamIdx::deserialize(Record.readInt())"),
        Element::Identifier => read_elements!("Record.readIdentifier()"),
        // A `StringRef` needs a string that lives as long.
        Element::String => {
            "
    unsigned $nSize = Record.readInt();
    SmallVector<$T, 4> $n;
    $n.reserve($nSize);
    SmallVector<std::string, 4> $nStorage;
    $nStorage.reserve($nSize);
    for (unsigned i = 0; i != $nSize; ++i)
      $nStorage.push_back(Record.readString());
    for (unsigned i = 0; i != $nSize; ++i)
      $n.push_back($nStorage[i]);
"
        }
        Element::Enum(_) => {
            "
    unsigned $nSize = Record.readInt();
    SmallVector<$F, 4> $n;
    $n.reserve($nSize);
    for (unsigned i = $nSize; i; --i)
      $n.push_back(static_cast<$F>(Record.readInt()));
"
        }
        Element::OmpInteropInfo => {
            "
    unsigned $nSize = Record.readInt();
    SmallVector<$T, 4> $n;
    $n.reserve($nSize);
    for (unsigned I = 0, E = $nSize; I != E; ++I) {
      bool IsTarget = Record.readBool();
      bool IsTargetSync = Record.readBool();
      $n.emplace_back(IsTarget, IsTargetSync);
    }
"
        }
    }
}

/// The variables as they are passed to the constructor.
fn passed(argument: &Argument<'_>) -> &'static str {
    match argument.kind {
        ArgumentKind::Scalar(_)
        | ArgumentKind::Enum(_)
        | ArgumentKind::String
        | ArgumentKind::Version => "$n",
        ArgumentKind::Aligned => "is$nExpr, $nPtr",
        ArgumentKind::Variadic(_) => "$n.data(), $nSize",
    }
}
