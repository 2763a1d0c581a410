//! What the declaration and the definition of a function of an attribute's class share.

use tablewright_text::{CppWriter, TextSink, append};

use super::model::argument::{Argument, ArgumentKind};
use super::model::class::{AttributeClass, Parameters};
use super::model::semantic_spelling::SemanticSpelling;
use super::template::emit_template;

/// The factory functions: each of [`AttributeClass::factories`] has four.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Factory {
    /// Whether the attribute was not written in source code.
    pub(super) is_implicit: bool,
    /// Whether the function is given a range and a spelling, and not what Clang's parser knows.
    pub(super) takes_range: bool,
}

/// The four factory functions, in order.
pub(super) const FACTORIES: [Factory; 4] = [
    Factory { is_implicit: true, takes_range: false },
    Factory { is_implicit: false, takes_range: false },
    Factory { is_implicit: true, takes_range: true },
    Factory { is_implicit: false, takes_range: true },
];

/// Writes the name of a factory function.
pub(super) fn factory_name(factory: Factory, parameters: &Parameters, w: &mut CppWriter<'_>) {
    w.raw("Create");
    if factory.is_implicit {
        w.raw("Implicit");
    }
    if matches!(parameters, Parameters::Delayed) {
        w.raw("WithDelayedArgs");
    }
}

/// The arguments that `parameters` take, in order.
pub(super) fn taken<'a, 's>(
    class: &'a AttributeClass<'s>,
    parameters: &'a Parameters,
) -> Vec<&'a Argument<'s>> {
    match parameters {
        Parameters::Arguments(places) => places.iter().map(|&i| &class.arguments[i]).collect(),
        Parameters::Delayed => class.delayed.iter().collect(),
    }
}

/// Writes the parameters of an argument.
pub(super) fn parameter(argument: &Argument<'_>, out: &mut impl TextSink) {
    let template = match argument.kind {
        ArgumentKind::Scalar(_) | ArgumentKind::Enum(_) | ArgumentKind::Version => "$type $Name",
        ArgumentKind::String => "llvm::StringRef $Name",
        ArgumentKind::Aligned => "bool Is${Name}Expr, void *$Name",
        ArgumentKind::Variadic(_) => "$type *$Name, unsigned ${Name}Size",
    };
    emit_template(out, argument, template);
}

/// Writes the declaration of a factory function, as far as the parameters that describe how the
/// attribute was written.
pub(super) fn factory_head(
    class: &AttributeClass<'_>,
    factory: Factory,
    parameters: &Parameters,
    w: &mut CppWriter<'_>,
) {
    factory_name(factory, parameters, w);
    w.raw("(ASTContext &Ctx");
    for argument in taken(class, parameters) {
        w.raw(", ");
        parameter(argument, w);
    }
    if factory.takes_range {
        w.raw(", SourceRange Range");
    } else {
        w.raw(", const AttributeCommonInfo &CommonInfo");
    }
}

/// Writes the name and the parameters of a constructor.
pub(super) fn constructor_head(
    class: &AttributeClass<'_>,
    parameters: &Parameters,
    w: &mut CppWriter<'_>,
) {
    append!(w, class.name, "Attr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo");
    for argument in taken(class, parameters) {
        w.raw(", ");
        parameter(argument, w);
    }
    w.raw(")");
}

/// Writes the enumeration of an attribute's spellings.
pub(super) fn spelling_enumeration(spellings: &[SemanticSpelling<'_>], w: &mut CppWriter<'_>) {
    w.raw("  enum Spelling {\n");
    let numbered = spellings.iter().enumerate();
    for (number, spelling) in numbered.filter(|(_, spelling)| spelling.is_first) {
        append!(w, "    ", spelling.name, " = ", number, ",\n");
    }
    w.raw("    SpellingNotCalculated = 15\n  };\n");
}

/// Writes the function that opens the list of printed arguments, or separates two of them.
pub(super) fn delimiter_function(w: &mut CppWriter<'_>) {
    w.text_block(
        r#"
        static inline void DelimitAttributeArgument(raw_ostream& OS, bool& IsFirst) {
          if (IsFirst) {
            IsFirst = false;
            OS << "(";
          } else
            OS << ", ";
        }

        "#,
    );
}
