//! Functions that print attributes as source code.

use tablewright_text::{CppWriter, append};

use super::model::{AttrForm, Implementation, PrintedArguments};
use crate::attributes::model::argument::{
    AttrArgument, AttrArgumentElement, AttrArgumentKind, Scalar,
};
use crate::attributes::template::{ArgumentTemplate, emit_template, template};

/// Writes the function's body.
pub(super) fn emit(implementation: &Implementation<'_>, w: &mut CppWriter<'_>) {
    if implementation.forms.is_empty() {
        return;
    }
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
        emit_arguments(form, &implementation.class.arguments, w);
        w.raw("    break;\n  }\n");
    }
    w.raw("  }\n");
}

fn emit_arguments(form: &AttrForm<'_>, arguments: &[AttrArgument<'_>], w: &mut CppWriter<'_>) {
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

/// Prints the arguments of `availability` in parentheses.
const AVAILABILITY: &str = r#"    OS << "(" << getPlatform()->getName();
    if (getStrict()) OS << ", strict";
    if (!getIntroduced().empty()) OS << ", introduced=" << getIntroduced();
    if (!getDeprecated().empty()) OS << ", deprecated=" << getDeprecated();
    if (!getObsoleted().empty()) OS << ", obsoleted=" << getObsoleted();
    if (getUnavailable()) OS << ", unavailable";
    OS << ")";
"#;

/// Writes code that prints the arguments in parentheses, or nothing if all are omitted.
fn emit_list(arguments: &[AttrArgument<'_>], w: &mut CppWriter<'_>) {
    let printed = || arguments.iter().filter(|argument| !argument.is_fake);
    // Omitted arguments at the end are counted from the end.
    for argument in printed().rev() {
        let Some(omitted) = omission(argument) else { break };
        w.raw("    if (");
        emit_template(w, argument, omitted);
        w.raw(")\n      ++TrailingOmittedArgs;\n");
    }
    for argument in printed() {
        let omitted = omission(argument);
        if let Some(omitted) = omitted {
            w.raw("    if (!(");
            emit_template(w, argument, omitted);
            w.raw(")) {\n");
        }
        // List elements are separated one by one.
        if !argument.is_variadic() {
            w.raw("    DelimitAttributeArgument(OS, IsFirstArgument);\n");
        }
        emit_template(w, argument, value(argument));
        if omitted.is_some() {
            w.raw("    }\n");
        }
    }
    if printed().next().is_some() {
        w.raw("    if (!IsFirstArgument)\n      OS << \")\";\n");
    }
}

/// Returns the condition under which an optional argument was omitted, if its value shows this.
fn omission(argument: &AttrArgument<'_>) -> Option<ArgumentTemplate> {
    if !argument.is_optional {
        return None;
    }
    match &argument.kind {
        AttrArgumentKind::Scalar(Scalar::Identifier | Scalar::Expr) => {
            Some(template!("!get$Name()"))
        }
        AttrArgumentKind::Scalar(Scalar::Attr(wrapped)) if wrapped.has_setter => {
            Some(template!("!get$Name()"))
        }
        AttrArgumentKind::Scalar(Scalar::Type) => Some(template!("!get${Name}Loc()")),
        AttrArgumentKind::Scalar(Scalar::ParamIdx) => Some(template!("!get$Name().isValid()")),
        AttrArgumentKind::Aligned => {
            Some(template!("!((is${name}Expr && ${name}Expr) || (!is${name}Expr && ${name}Type))"))
        }
        AttrArgumentKind::Scalar(_)
        | AttrArgumentKind::Enum(_)
        | AttrArgumentKind::String
        | AttrArgumentKind::Version
        | AttrArgumentKind::Variadic(_) => None,
    }
}

/// Returns the code that prints a value.
fn value(argument: &AttrArgument<'_>) -> ArgumentTemplate {
    match &argument.kind {
        AttrArgumentKind::Scalar(scalar) => scalar_value(scalar),
        AttrArgumentKind::String => template!("    OS << \"\\\"\" << get$Name() << \"\\\"\";\n"),
        AttrArgumentKind::Version => template!("    OS << \"$name=\" << get$Name() << \"\";\n"),
        AttrArgumentKind::Enum(_) => {
            template!(
                "    OS << \"\\\"\" << ${attribute}Attr::Convert${short_enum}ToStr(get$Name()) << \"\\\"\";\n"
            )
        }
        AttrArgumentKind::Aligned => {
            template!(
                "
    OS << \"\";
    if (is${name}Expr && ${name}Expr)
      ${name}Expr->printPretty(OS, nullptr, Policy);
    if (!is${name}Expr && ${name}Type)
      ${name}Type->getType().print(OS, Policy);
    OS << \"\";
"
            )
        }
        AttrArgumentKind::Variadic(element) => elements_value(element),
    }
}

fn scalar_value(scalar: &Scalar<'_>) -> ArgumentTemplate {
    match scalar {
        Scalar::Decl("Function") => {
            template!("    OS << \"\" << get$Name()->getNameInfo().getAsString() << \"\";\n")
        }
        Scalar::Decl("Var") => template!("    OS << \"\" << get$Name()->getName() << \"\";\n"),
        // A required identifier, before a comma, may be empty.
        Scalar::Identifier => {
            template!("    OS << \"\" << (get$Name() ? get$Name()->getName() : \"\") << \"\";\n")
        }
        Scalar::Type => template!("    OS << \"\" << get$Name().getAsString() << \"\";\n"),
        Scalar::ParamIdx => template!("    OS << \"\" << get$Name().getSourceIndex() << \"\";\n"),
        Scalar::Expr => {
            template!(
                "
    OS << \"\";
    get$Name()->printPretty(OS, nullptr, Policy);
    OS << \"\";
"
            )
        }
        // Prints nothing.
        Scalar::Attr(wrapped) if wrapped.has_setter => template!("    OS << \"\";\n"),
        Scalar::Bool(_)
        | Scalar::Int(_)
        | Scalar::Unsigned
        | Scalar::Decl(_)
        | Scalar::OmpTraitInfo
        | Scalar::Attr(_) => template!("    OS << \"\" << get$Name() << \"\";\n"),
    }
}

/// A loop that prints list elements.
macro_rules! loop_over_elements {
    ($printing:literal) => {
        template!(concat!(
            "
    OS << \"\";
    for (const auto &Val : $name()) {
      DelimitAttributeArgument(OS, IsFirstArgument);
      ",
            $printing,
            "
    }
    OS << \"\";
"
        ))
    };
}

fn elements_value(element: &AttrArgumentElement<'_>) -> ArgumentTemplate {
    match element {
        AttrArgumentElement::ParamIdx => loop_over_elements!("OS << Val.getSourceIndex();"),
        AttrArgumentElement::String => loop_over_elements!("OS << \"\\\"\" << Val << \"\\\"\";"),
        AttrArgumentElement::Enum(_) => {
            loop_over_elements!(
                "OS << \"\\\"\" << ${attribute}Attr::Convert${short_enum}ToStr(Val)<< \"\\\"\";"
            )
        }
        AttrArgumentElement::Unsigned
        | AttrArgumentElement::Expr
        | AttrArgumentElement::ParamOrParamIdx
        | AttrArgumentElement::Identifier
        | AttrArgumentElement::OmpInteropInfo(_) => loop_over_elements!("OS << Val;"),
    }
}
