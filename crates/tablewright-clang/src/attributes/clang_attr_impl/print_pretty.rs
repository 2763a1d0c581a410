//! The functions that print attributes as they are written in source code.

use tablewright_text::{CppWriter, append};

use super::model::{Form, Implementation, PrintedArguments};
use crate::attributes::model::argument::{Argument, ArgumentKind, Element, Scalar};
use crate::attributes::template::fill;

pub(super) fn emit(implementation: &Implementation<'_>, w: &mut CppWriter<'_>) {
    let class = &implementation.class;
    append!(w, "void ", class.name, "Attr::printPretty(");
    w.raw("raw_ostream &OS, const PrintingPolicy &Policy) const {\n");
    if !implementation.forms.is_empty() {
        w.raw(
            "  bool IsFirstArgument = true; (void)IsFirstArgument;
  unsigned TrailingOmittedArgs = 0; (void)TrailingOmittedArgs;
  switch (getAttributeSpellingListIndex()) {
  default:
    llvm_unreachable(\"Unknown attribute spelling!\");
    break;
",
        );
        for (number, form) in implementation.forms.iter().enumerate() {
            append!(w, "  case ", number, " : {\n    OS << \"", form.before, "\";\n");
            emit_arguments(form, &class.arguments, w);
            w.raw("    break;\n  }\n");
        }
        w.raw("  }\n");
    }
    w.raw("}\n\n");
}

fn emit_arguments(form: &Form<'_>, arguments: &[Argument<'_>], w: &mut CppWriter<'_>) {
    match form.arguments {
        PrintedArguments::Pragma => w.raw("    printPrettyPragma(OS, Policy);\n"),
        PrintedArguments::Availability => w.raw(AVAILABILITY),
        PrintedArguments::Deprecation { has_replacement } => {
            w.raw("    OS << \"(\\\"\" << getMessage() << \"\\\"\";\n");
            if has_replacement {
                w.raw("    if (!getReplacement().empty()) ");
                w.raw("OS << \", \\\"\" << getReplacement() << \"\\\"\";\n");
            }
            w.raw("    OS << \")\";\n");
        }
        PrintedArguments::List => emit_list(arguments, w),
    }
    append!(w, "    OS << \"", form.after, "\";\n");
}

/// The arguments of `availability`, in parentheses.
const AVAILABILITY: &str = r#"    OS << "(" << getPlatform()->getName();
    if (getStrict()) OS << ", strict";
    if (!getIntroduced().empty()) OS << ", introduced=" << getIntroduced();
    if (!getDeprecated().empty()) OS << ", deprecated=" << getDeprecated();
    if (!getObsoleted().empty()) OS << ", obsoleted=" << getObsoleted();
    if (getUnavailable()) OS << ", unavailable";
    OS << ")";
"#;

/// Writes the printing of arguments in parentheses; of nothing where none is printed.
fn emit_list(arguments: &[Argument<'_>], w: &mut CppWriter<'_>) {
    let printed = || arguments.iter().filter(|argument| !argument.is_fake);
    // What is left out at the end is counted from the end.
    for argument in printed().rev() {
        let Some(omitted) = omission(argument) else { break };
        w.raw("    if (");
        fill(w, argument, omitted);
        w.raw(")\n      ++TrailingOmittedArgs;\n");
    }
    for argument in printed() {
        let omitted = omission(argument);
        if let Some(omitted) = omitted {
            w.raw("    if (!(");
            fill(w, argument, omitted);
            w.raw(")) {\n");
        }
        // The elements of a list are separated one by one.
        if !argument.is_variadic() {
            w.raw("    DelimitAttributeArgument(OS, IsFirstArgument);\n");
        }
        fill(w, argument, value(argument));
        if omitted.is_some() {
            w.raw("    }\n");
        }
    }
    if printed().next().is_some() {
        w.raw("    if (!IsFirstArgument)\n      OS << \")\";\n");
    }
}

/// The condition under which an optional argument was left out, where its value shows that.
fn omission(argument: &Argument<'_>) -> Option<&'static str> {
    if !argument.is_optional {
        return None;
    }
    match &argument.kind {
        ArgumentKind::Scalar(Scalar::Identifier | Scalar::Expr) => Some("!get$N()"),
        ArgumentKind::Scalar(Scalar::Type) => Some("!get$NLoc()"),
        ArgumentKind::Scalar(Scalar::ParamIdx) => Some("!get$N().isValid()"),
        ArgumentKind::Aligned => Some("!((is$nExpr && $nExpr) || (!is$nExpr && $nType))"),
        ArgumentKind::Scalar(_)
        | ArgumentKind::Enum(_)
        | ArgumentKind::String
        | ArgumentKind::Version
        | ArgumentKind::Variadic(_) => None,
    }
}

/// The printing of a value.
fn value(argument: &Argument<'_>) -> &'static str {
    match &argument.kind {
        ArgumentKind::Scalar(scalar) => scalar_value(scalar),
        ArgumentKind::String => "    OS << \"\\\"\" << get$N() << \"\\\"\";\n",
        ArgumentKind::Version => "    OS << \"$n=\" << get$N() << \"\";\n",
        ArgumentKind::Enum(_) => {
            "    OS << \"\\\"\" << $AAttr::Convert$EToStr(get$N()) << \"\\\"\";\n"
        }
        ArgumentKind::Aligned => {
            "
    OS << \"\";
    if (is$nExpr && $nExpr)
      $nExpr->printPretty(OS, nullptr, Policy);
    if (!is$nExpr && $nType)
      $nType->getType().print(OS, Policy);
    OS << \"\";
"
        }
        ArgumentKind::Variadic(element) => elements_value(element),
    }
}

fn scalar_value(scalar: &Scalar<'_>) -> &'static str {
    match scalar {
        Scalar::Decl("Function") => {
            "    OS << \"\" << get$N()->getNameInfo().getAsString() << \"\";\n"
        }
        Scalar::Decl("Var") => "    OS << \"\" << get$N()->getName() << \"\";\n",
        // An identifier that has to be there, before a comma, can be empty.
        Scalar::Identifier => "    OS << \"\" << (get$N() ? get$N()->getName() : \"\") << \"\";\n",
        Scalar::Type => "    OS << \"\" << get$N().getAsString() << \"\";\n",
        Scalar::ParamIdx => "    OS << \"\" << get$N().getSourceIndex() << \"\";\n",
        Scalar::Expr => {
            "
    OS << \"\";
    get$N()->printPretty(OS, nullptr, Policy);
    OS << \"\";
"
        }
        Scalar::Bool(_)
        | Scalar::Int(_)
        | Scalar::Unsigned
        | Scalar::Decl(_)
        | Scalar::OmpTraitInfo
        | Scalar::Attr => "    OS << \"\" << get$N() << \"\";\n",
    }
}

/// A loop over elements that prints them.
macro_rules! loop_over_elements {
    ($printing:literal) => {
        concat!(
            "
    OS << \"\";
    for (const auto &Val : $n()) {
      DelimitAttributeArgument(OS, IsFirstArgument);
      ",
            $printing,
            "
    }
    OS << \"\";
"
        )
    };
}

fn elements_value(element: &Element<'_>) -> &'static str {
    match element {
        Element::ParamIdx => loop_over_elements!("OS << Val.getSourceIndex();"),
        Element::String => loop_over_elements!("OS << \"\\\"\" << Val << \"\\\"\";"),
        Element::Enum(_) => {
            loop_over_elements!("OS << \"\\\"\" << $AAttr::Convert$EToStr(Val)<< \"\\\"\";")
        }
        Element::Unsigned
        | Element::Expr
        | Element::ParamOrParamIdx
        | Element::Identifier
        | Element::OmpInteropInfo => loop_over_elements!("OS << Val;"),
    }
}
