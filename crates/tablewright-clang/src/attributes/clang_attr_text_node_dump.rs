//! `--gen-clang-attr-text-node-dump`: the text of attributes in a syntax tree dump.
//!
//! `clang_attr_node_traverse` handles arguments that are nodes themselves.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, append};

use super::model::ClangAttribute;
use super::model::argument::{
    AttrArgument, AttrArgumentElement, AttrArgumentKind, Enumeration, Scalar,
};
use super::model::spelling;
use super::template::{ArgumentTemplate, emit_template, template};

/// An attribute whose dump has more than its name.
struct Dumped<'s> {
    name: &'s str,
    /// Whether the spelling is printed in addition to the name.
    has_spelling: bool,
    arguments: Vec<AttrArgument<'s>>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let dumped = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Attributes in dumps of the syntax tree", Some(source));
        dumped.iter().for_each(|attribute| emit(attribute, w));
    })
}

fn collect(store: &RecordStore) -> Result<Vec<Dumped<'_>>, FieldError> {
    let mut dumped = Vec::new();
    for attribute in ClangAttribute::all(store)? {
        if !attribute.is_node()? {
            continue;
        }
        let spellings = attribute.spellings()?;
        let has_spelling = spellings.len() > 1 && !spelling::share_a_name(&spellings);
        let arguments = attribute.arguments()?;
        // The reference writes an empty print for packs, too.
        attribute.accepts_pack()?;
        if has_spelling || !arguments.iter().all(is_node) {
            dumped.push(Dumped { name: attribute.name(), has_spelling, arguments });
        }
    }
    Ok(dumped)
}

/// Whether an argument consists of syntax tree nodes.
fn is_node(argument: &AttrArgument<'_>) -> bool {
    matches!(
        argument.kind,
        AttrArgumentKind::Scalar(Scalar::Expr | Scalar::Attr(_))
            | AttrArgumentKind::Variadic(AttrArgumentElement::Expr)
    )
}

fn emit(dumped: &Dumped<'_>, w: &mut CppWriter<'_>) {
    let name = dumped.name;
    append!(w, "  void Visit", name, "Attr(const ", name, "Attr *A) {\n");
    if !dumped.arguments.is_empty() {
        append!(w, "    const auto *SA = cast<", name, "Attr>(A); (void)SA;\n");
    }
    if dumped.has_spelling {
        w.raw("    OS << \" \" << A->getSpelling();\n");
    }
    dumped.arguments.iter().for_each(|argument| emit_argument(argument, w));
    w.raw("  }\n");
}

fn emit_argument(argument: &AttrArgument<'_>, w: &mut CppWriter<'_>) {
    match &argument.kind {
        AttrArgumentKind::Scalar(scalar) => emit_scalar(scalar, argument, w),
        AttrArgumentKind::String => {
            emit_template(
                w,
                argument,
                template!("    OS << \" \\\"\" << SA->get$Name() << \"\\\"\";\n"),
            );
        }
        AttrArgumentKind::Version => {
            emit_template(w, argument, template!("    OS << \" \" << SA->get$Name();\n"))
        }
        AttrArgumentKind::Aligned => emit_template(
            w,
            argument,
            template!(
                "
    if (!SA->is${Name}Expr())
      dumpType(SA->get${Name}Type()->getType());
"
            ),
        ),
        AttrArgumentKind::Enum(enumeration) => {
            emit_template(w, argument, template!("    switch(SA->get$Name()) {\n"));
            emit_enumerators(enumeration, w);
            w.raw("    }\n");
        }
        AttrArgumentKind::Variadic(element) => emit_elements(element, argument, w),
    }
}

fn emit_scalar(scalar: &Scalar<'_>, argument: &AttrArgument<'_>, w: &mut CppWriter<'_>) {
    let template = match (scalar, argument.is_optional) {
        (Scalar::Expr | Scalar::Attr(_), _) => template!(""),
        (Scalar::Decl(_), _) => {
            template!(
                "
    OS << \" \";
    dumpBareDeclRef(SA->get$Name());
"
            )
        }
        // A required identifier, before a comma, may be empty.
        (Scalar::Identifier, _) => {
            template!(
                "
    if (SA->get$Name())
      OS << \" \" << SA->get$Name()->getName();
"
            )
        }
        (Scalar::Type, true) => {
            template!(
                "
    if (SA->get${Name}Loc())
      OS << \" \" << SA->get$Name().getAsString();
"
            )
        }
        (Scalar::Type, false) => template!("    OS << \" \" << SA->get$Name().getAsString();\n"),
        (Scalar::Bool(_), _) => template!("    if (SA->get$Name()) OS << \" $Name\";\n"),
        (Scalar::ParamIdx, true) => {
            template!(
                "
    if (SA->get$Name().isValid())
      OS << \" \" << SA->get$Name().getSourceIndex();
"
            )
        }
        (Scalar::ParamIdx, false) => {
            template!("    OS << \" \" << SA->get$Name().getSourceIndex();\n")
        }
        (Scalar::Int(_) | Scalar::Unsigned | Scalar::OmpTraitInfo, _) => {
            template!("    OS << \" \" << SA->get$Name();\n")
        }
    };
    emit_template(w, argument, template);
}

fn emit_elements(
    element: &AttrArgumentElement<'_>,
    argument: &AttrArgument<'_>,
    w: &mut CppWriter<'_>,
) {
    match element {
        AttrArgumentElement::Expr => {}
        AttrArgumentElement::Unsigned
        | AttrArgumentElement::String
        | AttrArgumentElement::ParamOrParamIdx
        | AttrArgumentElement::Identifier => {
            emit_template(
                w,
                argument,
                template!("    for (const auto &Val : SA->$name())\n      OS << \" \" << Val;\n"),
            );
        }
        AttrArgumentElement::ParamIdx => emit_template(
            w,
            argument,
            template!(
                "
    for (const auto &Val : SA->$name())
      OS << \" \" << Val.getSourceIndex();
"
            ),
        ),
        AttrArgumentElement::Enum(enumeration) => {
            emit_template(w, argument, LOOP);
            w.raw("    switch(*I) {\n");
            emit_enumerators(enumeration, w);
            w.raw("    }\n    }\n");
        }
        AttrArgumentElement::OmpInteropInfo(_) => {
            emit_template(w, argument, LOOP);
            w.raw(
                "      if (I->IsTarget && I->IsTargetSync)
        OS << \" Target_TargetSync\";
      else if (I->IsTarget)
        OS << \" Target\";
      else
        OS << \" TargetSync\";
    }
",
            );
        }
    }
}

/// The head of a loop over elements with the iterator `I`.
static LOOP: ArgumentTemplate = template!("
    for (${attribute}Attr::${name}_iterator I = SA->${name}_begin(), E = SA->${name}_end(); I != E; ++I) {
");

/// Writes the cases of a `switch` over enumerators.
fn emit_enumerators(enumeration: &Enumeration<'_>, w: &mut CppWriter<'_>) {
    for case in enumeration.unique() {
        append!(w, "    case ", enumeration.full_type, "::", case.enumerator, ":\n");
        append!(w, "      OS << \" ", case.enumerator, "\";\n      break;\n");
    }
    if !enumeration.is_covered {
        w.raw("    default:\n      llvm_unreachable(\"Invalid attribute value\");\n");
    }
}
