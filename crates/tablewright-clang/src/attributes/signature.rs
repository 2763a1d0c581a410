//! Function signatures that an attribute class's declaration and definitions share.

use tablewright_text::{CppFunction, CppWriter, append};

use super::model::argument::{AttrArgument, AttrArgumentKind};
use super::model::class::{AttrClassParameters, AttributeClass};
use super::model::semantic_spelling::SemanticSpelling;
use super::template::{Filled, template};

/// A factory function. Each entry in [`AttributeClass::factories`] has four.
#[derive(Clone, Copy)]
pub(super) struct Factory<'a> {
    pub(super) parameters: &'a AttrClassParameters,
    /// Whether it creates an implicit attribute.
    pub(super) is_implicit: bool,
    /// Whether it takes a range and a spelling instead of the parser's data.
    pub(super) takes_range: bool,
}

impl<'a> Factory<'a> {
    /// Iterates over the factory functions of a class in order.
    pub(super) fn all(class: &'a AttributeClass<'_>) -> impl Iterator<Item = Factory<'a>> {
        let variants = [(true, false), (false, false), (true, true), (false, true)];
        class.factories.iter().flat_map(move |parameters| {
            variants.map(|(is_implicit, takes_range)| Factory {
                parameters,
                is_implicit,
                takes_range,
            })
        })
    }

    pub(super) fn name(self) -> &'static str {
        match (self.parameters, self.is_implicit) {
            (AttrClassParameters::Arguments(_), true) => "CreateImplicit",
            (AttrClassParameters::Arguments(_), false) => "Create",
            (AttrClassParameters::Delayed, true) => "CreateImplicitWithDelayedArgs",
            (AttrClassParameters::Delayed, false) => "CreateWithDelayedArgs",
        }
    }

    pub(super) fn function(self, class: &AttributeClass<'_>) -> CppFunction {
        let mut function = CppFunction::new((class.name, "Attr *"), self.name());
        function = function.is_static().parameter("ASTContext &Ctx");
        function = with_parameters(function, &taken(class, self.parameters));
        if !self.takes_range {
            return function.parameter("const AttributeCommonInfo &CommonInfo");
        }
        function = function.parameter_or("SourceRange Range", "{}");
        if let Some(first) = class.semantic_spellings.first() {
            function = function.parameter_or("Spelling S", first.name);
        }
        function
    }
}

/// Returns a constructor without initializers.
pub(super) fn constructor(
    class: &AttributeClass<'_>,
    parameters: &AttrClassParameters,
) -> CppFunction {
    let function = CppFunction::constructor((class.name, "Attr"))
        .parameter("ASTContext &Ctx")
        .parameter("const AttributeCommonInfo &CommonInfo");
    with_parameters(function, &taken(class, parameters))
}

/// Returns the function that copies an attribute.
pub(super) fn clone_function(class: &AttributeClass<'_>) -> CppFunction {
    CppFunction::new((class.name, "Attr *"), "clone").parameter("ASTContext &C").is_const()
}

/// Returns the function that prints an attribute as source code.
pub(super) fn print_function() -> CppFunction {
    CppFunction::new("void", "printPretty")
        .parameter("raw_ostream &OS")
        .parameter("const PrintingPolicy &Policy")
        .is_const()
}

/// Returns the function that compares attributes of `class`, which is named without the suffix
/// `Attr`.
pub(super) fn equivalence_function(class: &str) -> CppFunction {
    CppFunction::new("bool", "isEquivalent")
        .parameter(("const ", class, "Attr &Other"))
        .parameter("StructuralEquivalenceContext &Context")
        .is_const()
}

/// Returns the function that adds an attribute to a profile.
pub(super) fn profile_function() -> CppFunction {
    CppFunction::new("void", "Profile")
        .parameter("llvm::FoldingSetNodeID &ID")
        .parameter("const ASTContext &Ctx")
        .is_const()
}

/// Returns the function that returns the written name.
pub(super) fn spelling_function() -> CppFunction {
    CppFunction::new("const char *", "getSpelling").is_const()
}

/// Returns the function that returns the written spelling's enumerator.
pub(super) fn semantic_spelling_function() -> CppFunction {
    CppFunction::new("Spelling", "getSemanticSpelling").returns_member().is_const()
}

/// Iterates over the arguments for `parameters` in order.
pub(super) fn taken<'a, 's>(
    class: &'a AttributeClass<'s>,
    parameters: &'a AttrClassParameters,
) -> Vec<&'a AttrArgument<'s>> {
    match parameters {
        AttrClassParameters::Arguments(indices) => {
            indices.iter().map(|&i| &class.arguments[i]).collect()
        }
        AttrClassParameters::Delayed => class.delayed.iter().collect(),
    }
}

fn with_parameters(function: CppFunction, arguments: &[&AttrArgument<'_>]) -> CppFunction {
    arguments.iter().fold(function, |function, argument| function.parameter(parameter(argument)))
}

/// Returns the parameters for an argument.
pub(super) fn parameter<'a, 's>(argument: &'a AttrArgument<'s>) -> Filled<'a, 's> {
    let template = match argument.kind {
        AttrArgumentKind::Scalar(_) | AttrArgumentKind::Enum(_) | AttrArgumentKind::Version => {
            template!("$type $Name")
        }
        AttrArgumentKind::String => template!("llvm::StringRef $Name"),
        AttrArgumentKind::Aligned => template!("bool Is${Name}Expr, void *$Name"),
        AttrArgumentKind::Variadic(_) => template!("$type *$Name, unsigned ${Name}Size"),
    };
    Filled(argument, template)
}

/// Writes the enumeration of spellings.
pub(super) fn emit_spelling_enumeration(spellings: &[SemanticSpelling<'_>], w: &mut CppWriter<'_>) {
    w.raw("  enum Spelling {\n");
    let numbered = spellings.iter().enumerate();
    for (number, spelling) in numbered.filter(|(_, spelling)| spelling.is_first) {
        append!(w, "    ", spelling.name, " = ", number, ",\n");
    }
    w.raw("    SpellingNotCalculated = 15\n  };\n");
}

/// Writes the function that opens the argument list or separates two arguments.
pub(super) fn emit_delimiter_function(w: &mut CppWriter<'_>) {
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
