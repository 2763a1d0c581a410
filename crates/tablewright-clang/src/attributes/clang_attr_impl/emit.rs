//! Member function definitions.

use tablewright_text::{Append, CppFunction, CppWriter, TextSink, append, line};

use super::model::{AttrForm, Implementation};
use super::print_pretty;
use crate::attributes::model::argument::{AttrArgument, AttrArgumentElement, AttrArgumentKind};
use crate::attributes::model::class::{AttrClassParameters, AttrComparison, AttributeClass};
use crate::attributes::model::semantic_spelling::SemanticSpelling;
use crate::attributes::signature::{
    Factory, clone_function, constructor, emit_delimiter_function, equivalence_function,
    print_function, profile_function, semantic_spelling_function, spelling_function, taken,
};
use crate::attributes::template::{ArgumentTemplate, Filled, emit_template, template};

pub(super) fn emit(implementations: &[Implementation<'_>], w: &mut CppWriter<'_>) {
    emit_delimiter_function(w);
    for implementation in implementations {
        emit_functions(implementation, w);
    }
    // A single `switch` is smaller and faster than virtual functions.
    let clone = CppFunction::new("Attr *", "clone").parameter("ASTContext &C").is_const();
    emit_dispatch(implementations, &spelling_function(), "()", w);
    emit_dispatch(implementations, &clone, "(C)", w);
    emit_dispatch(implementations, &print_function(), "(OS, Policy)", w);
    if implementations.iter().any(|implementation| implementation.class.comparison.is_some()) {
        emit_equivalence_dispatch(implementations, w);
        emit_dispatch(implementations, &profile_function(), "(ID, Ctx)", w);
    }
}

/// Writes the comparison between two attributes of any class.
fn emit_equivalence_dispatch(implementations: &[Implementation<'_>], w: &mut CppWriter<'_>) {
    w.define(&equivalence_function(""), "Attr", |w| {
        w.raw("  if (getKind() != Other.getKind()) return false;\n\n  switch (getKind()) {\n");
        for implementation in implementations {
            let name = implementation.class.name;
            append!(w, "  case attr::", name, ":\n    return cast<", name, "Attr>(this)->");
            append!(w, "isEquivalent(cast<", name, "Attr>(Other), Context);\n");
        }
        w.raw("  }\n  llvm_unreachable(\"Unexpected attribute kind!\");\n");
    });
    line!(w);
}

/// Writes a function for all attributes that dispatches to the attribute's class.
fn emit_dispatch(
    implementations: &[Implementation<'_>],
    function: &CppFunction,
    arguments: &str,
    w: &mut CppWriter<'_>,
) {
    w.define(function, "Attr", |w| {
        w.raw("  switch (getKind()) {\n");
        for implementation in implementations {
            let name = implementation.class.name;
            append!(w, "  case attr::", name, ":\n    return cast<", name, "Attr>(this)->");
            append!(w, function.name(), arguments, ";\n");
        }
        w.raw("  }\n  llvm_unreachable(\"Unexpected attribute kind!\");\n");
    });
    line!(w);
}

fn emit_functions(implementation: &Implementation<'_>, w: &mut CppWriter<'_>) {
    let class = &implementation.class;
    let class_name = format!("{}Attr", class.name);
    append!(w, "// ", &class_name, "\n\n");
    for factory in Factory::all(class) {
        emit_function(&class_name, &factory.function(class), w, |w| {
            if factory.takes_range {
                emit_factory_from_range(implementation, factory, w);
            } else {
                emit_factory_from_common_info(class, factory, w);
            }
        });
    }
    for parameters in &class.constructors {
        emit_constructor(implementation, &class_name, parameters, w);
    }
    if class.has_different_names {
        emit_function(&class_name, &semantic_spelling_function(), w, |w| {
            emit_semantic_spelling(&class.semantic_spellings, w);
        });
    }
    for argument in &class.arguments {
        if matches!(argument.kind, AttrArgumentKind::Aligned) {
            emit_template(w, argument, ALIGNMENT_FUNCTIONS);
        }
        if !argument.is_fake {
            emit_conversions(argument, w);
        }
    }
    if let Some(comparison) = &class.comparison {
        let equivalence = equivalence_function(class.name);
        emit_function(&class_name, &equivalence, w, |w| emit_equivalence(class, comparison, w));
        emit_function(&class_name, &profile_function(), w, |w| emit_profile(class, comparison, w));
    }
    emit_function(&class_name, &clone_function(class), w, |w| emit_clone(class, w));
    emit_function(&class_name, &print_function(), w, |w| print_pretty::emit(implementation, w));
    emit_function(&class_name, &spelling_function(), w, |w| {
        emit_spelling(&implementation.forms, w)
    });
}

fn emit_equivalence(
    class: &AttributeClass<'_>,
    comparison: &AttrComparison<'_>,
    w: &mut CppWriter,
) {
    if let Some(function) = comparison.comparison_function {
        append!(w, "  return ", function, "(*this, Other, Context);\n");
        return;
    }
    if class.has_different_names {
        w.raw("  if (getSpelling() != Other.getSpelling()) return false;\n\n");
    }
    for argument in &class.arguments {
        let compared = match argument.kind {
            AttrArgumentKind::Variadic(_) => {
                template!(
                    "${name}_begin(), ${name}_end(), Other.${name}_begin(), Other.${name}_end()"
                )
            }
            AttrArgumentKind::Aligned => {
                template!("get$Name(Context.FromCtx), Other.get$Name(Context.ToCtx)")
            }
            AttrArgumentKind::Scalar(_)
            | AttrArgumentKind::Enum(_)
            | AttrArgumentKind::String
            | AttrArgumentKind::Version => template!("get$Name(), Other.get$Name()"),
        };
        w.raw("  if (!equalAttrArgs(");
        emit_template(w, argument, compared);
        w.raw(", Context))\n    return false;\n");
    }
    w.raw("  return true;\n");
}

fn emit_profile(class: &AttributeClass<'_>, comparison: &AttrComparison<'_>, w: &mut CppWriter) {
    if let Some(function) = comparison.profile_function {
        append!(w, "  ", function, "(*this, ID, Ctx);\n");
        return;
    }
    for argument in &class.arguments {
        let profiled = match argument.kind {
            AttrArgumentKind::Variadic(_) => template!("${name}_begin(), ${name}_end()"),
            AttrArgumentKind::Scalar(_)
            | AttrArgumentKind::Enum(_)
            | AttrArgumentKind::String
            | AttrArgumentKind::Version
            | AttrArgumentKind::Aligned => template!("get$Name()"),
        };
        w.raw("  profileAttrArg(ID, Ctx, ");
        emit_template(w, argument, profiled);
        w.raw(");\n");
    }
}

/// Writes a function definition for the class.
fn emit_function(
    class_name: &str,
    function: &CppFunction,
    w: &mut CppWriter<'_>,
    body: impl FnOnce(&mut CppWriter),
) {
    w.define(function, class_name, body);
    line!(w);
}

fn emit_factory_from_common_info(
    class: &AttributeClass<'_>,
    factory: Factory<'_>,
    w: &mut CppWriter<'_>,
) {
    append!(w, "  auto *A = new (Ctx) ", class.name, "Attr(Ctx, CommonInfo");
    if matches!(factory.parameters, AttrClassParameters::Arguments(_)) {
        emit_passed(&taken(class, factory.parameters), w);
    }
    w.raw(");\n");
    if factory.is_implicit {
        w.raw("  A->setImplicit(true);\n");
    }
    if factory.is_implicit || !class.has_different_names {
        w.raw("  if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())\n");
        w.raw("    A->setAttributeSpellingListIndex(0);\n");
    }
    if matches!(factory.parameters, AttrClassParameters::Delayed) {
        w.raw("  A->setDelayedArgs(Ctx");
        emit_passed(&taken(class, factory.parameters), w);
        w.raw(");\n");
    }
    w.raw("  return A;\n");
}

fn emit_factory_from_range(
    implementation: &Implementation<'_>,
    factory: Factory<'_>,
    w: &mut CppWriter<'_>,
) {
    // The reference release never finds the kind of an attribute here.
    w.raw("  AttributeCommonInfo I(Range, NoSemaHandlerAttribute, ");
    emit_form(implementation, w);
    append!(w, ");\n  return ", factory.name(), "(Ctx");
    emit_passed(&taken(&implementation.class, factory.parameters), w);
    w.raw(", I);\n");
}

/// Writes the form (syntax and spelling) of an implicit attribute.
fn emit_form(implementation: &Implementation<'_>, w: &mut CppWriter<'_>) {
    match &implementation.forms[..] {
        [] => w.raw("AttributeCommonInfo::Form::Implicit()"),
        [_] => emit_form_initializer(implementation, 0, "0", w),
        [_, _, ..] => {
            w.raw("[&]() {\n    switch (S) {\n");
            for (number, spelling) in implementation.class.semantic_spellings.iter().enumerate() {
                if spelling.is_first {
                    append!(w, "    case ", spelling.name, ":\n");
                    w.raw("      return AttributeCommonInfo::Form");
                    emit_form_initializer(implementation, number, spelling.name, w);
                    w.raw(";\n");
                }
            }
            w.raw("    default:\n      llvm_unreachable(\"Unknown attribute spelling!\");\n");
            w.raw("      return AttributeCommonInfo::Form");
            emit_form_initializer(implementation, 0, "0", w);
            w.raw(";\n    }\n  }()");
        }
    }
}

fn emit_form_initializer(
    implementation: &Implementation<'_>,
    spelling: usize,
    index: impl Append,
    w: &mut CppWriter<'_>,
) {
    let form = &implementation.forms[spelling];
    append!(w, "{AttributeCommonInfo::AS_", form.variety, ", ", index, ", ");
    append!(w, form.is_alignas, " /*IsAlignas*/, ");
    append!(w, form.is_regular_keyword, " /*IsRegularKeywordAttribute*/}");
}

/// Writes parameters as arguments of a call.
fn emit_passed(arguments: &[&AttrArgument<'_>], w: &mut CppWriter<'_>) {
    for argument in arguments {
        let template = match argument.kind {
            AttrArgumentKind::Scalar(_)
            | AttrArgumentKind::Enum(_)
            | AttrArgumentKind::String
            | AttrArgumentKind::Version => template!(", $Name"),
            AttrArgumentKind::Aligned => template!(", Is${Name}Expr, $Name"),
            AttrArgumentKind::Variadic(_) => template!(", $Name, ${Name}Size"),
        };
        emit_template(w, argument, template);
    }
}

fn emit_constructor(
    implementation: &Implementation<'_>,
    class_name: &str,
    parameters: &AttrClassParameters,
    w: &mut CppWriter<'_>,
) {
    let class = &implementation.class;
    let mut function = constructor(class, parameters).initializer(BaseInitializer(implementation));
    for (index, argument) in class.arguments.iter().enumerate() {
        function = function.initializer(initializer(argument, parameters.take(index)));
    }
    if let Some(delayed) = &class.delayed {
        function = function.initializer(initializer(delayed, false));
    }
    emit_function(class_name, &function, w, |w| {
        for (index, argument) in class.arguments.iter().enumerate() {
            if parameters.take(index) {
                emit_constructor_body(argument, w);
            }
        }
    });
}

/// The initializer of the base class.
struct BaseInitializer<'a, 's>(&'a Implementation<'s>);

impl Append for BaseInitializer<'_, '_> {
    fn append_to(&self, out: &mut impl TextSink) {
        let class = &self.0.class;
        append!(out, class.base, "(Ctx, CommonInfo, attr::", class.name);
        append!(out, ", /*IsLateParsed=*/", self.0.is_late_parsed);
        if let Some(inherit) = self.0.inherit_even_if_present {
            append!(out, ", ", inherit);
        }
        out.push(')');
    }
}

/// Returns the initializers for an argument's members: from the parameter, or empty.
fn initializer<'a, 's>(argument: &'a AttrArgument<'s>, from_parameter: bool) -> Filled<'a, 's> {
    let template = match (&argument.kind, from_parameter) {
        (
            AttrArgumentKind::Scalar(_) | AttrArgumentKind::Enum(_) | AttrArgumentKind::Version,
            true,
        ) => {
            template!("$name($Name)")
        }
        (AttrArgumentKind::Scalar(_) | AttrArgumentKind::Version, false) => template!("$name()"),
        (AttrArgumentKind::Enum(_), false) => template!("$name($enum(0))"),
        (AttrArgumentKind::String, true) => {
            template!("${name}Length($Name.size()), $name(new (Ctx, 1) char[${name}Length])")
        }
        (AttrArgumentKind::String, false) => template!("${name}Length(0), $name(nullptr)"),
        (AttrArgumentKind::Aligned, true) => template!("is${name}Expr(Is${Name}Expr)"),
        (AttrArgumentKind::Aligned, false) => template!("is${name}Expr(false)"),
        (AttrArgumentKind::Variadic(_), true) => {
            template!("${name}_Size(${Name}Size), ${name}_(new (Ctx, 16) $type[${name}_Size])")
        }
        (AttrArgumentKind::Variadic(_), false) => template!("${name}_Size(0), ${name}_(nullptr)"),
    };
    Filled(argument, template)
}

/// Writes constructor statements for members that cannot be initialized.
fn emit_constructor_body(argument: &AttrArgument<'_>, w: &mut CppWriter<'_>) {
    let template = match &argument.kind {
        AttrArgumentKind::Scalar(_) | AttrArgumentKind::Enum(_) | AttrArgumentKind::Version => {
            template!("")
        }
        AttrArgumentKind::String => {
            template!(
                "
  if (!$Name.empty())
    std::memcpy($name, $Name.data(), ${name}Length);
"
            )
        }
        AttrArgumentKind::Aligned => {
            template!(
                "
  if (is${name}Expr)
    ${name}Expr = reinterpret_cast<Expr *>($Name);
  else
    ${name}Type = reinterpret_cast<TypeSourceInfo *>($Name);
"
            )
        }
        AttrArgumentKind::Variadic(AttrArgumentElement::String) => {
            template!(
                "
  for (size_t I = 0, E = ${name}_Size; I != E; ++I) {
    StringRef Ref = $Name[I];
    if (!Ref.empty()) {
      char *Mem = new (Ctx, 1) char[Ref.size()];
      std::memcpy(Mem, Ref.data(), Ref.size());
      ${name}_[I] = StringRef(Mem, Ref.size());
    }
  }
"
            )
        }
        AttrArgumentKind::Variadic(_) => {
            template!("  std::copy($Name, $Name + ${name}_Size, ${name}_);\n")
        }
    };
    emit_template(w, argument, template);
}

fn emit_semantic_spelling(spellings: &[SemanticSpelling<'_>], w: &mut CppWriter<'_>) {
    w.raw("  switch (getAttributeSpellingListIndex()) {\n");
    w.raw("  default: llvm_unreachable(\"Unknown spelling list index\");\n");
    for (number, spelling) in spellings.iter().enumerate() {
        append!(w, "  case ", number, ": return ", spelling.name, ";\n");
    }
    w.raw("  }\n");
}

static ALIGNMENT_FUNCTIONS: ArgumentTemplate = template!(
    "
bool ${attribute}Attr::is${Name}Dependent() const {
  if (is${name}Expr)
    return ${name}Expr && (${name}Expr->isValueDependent() || ${name}Expr->isTypeDependent());
  else
    return ${name}Type->getType()->isDependentType();
}

bool ${attribute}Attr::is${Name}ErrorDependent() const {
  if (is${name}Expr)
    return ${name}Expr && ${name}Expr->containsErrors();
  return ${name}Type->getType()->containsErrors();
}

"
);

/// Writes the conversion functions between enumerators and source text.
fn emit_conversions(argument: &AttrArgument<'_>, w: &mut CppWriter<'_>) {
    let Some(enumeration) = argument.enumeration() else { return };
    let scope = &enumeration.full_type;
    emit_template(
        w,
        argument,
        template!(
            "
bool ${attribute}Attr::ConvertStrTo$short_enum(StringRef Val, $enum &Out) {
  std::optional<$enum> R = llvm::StringSwitch<std::optional<$enum>>(Val)
"
        ),
    );
    for case in &enumeration.cases {
        append!(w, "    .Case(\"", case.text, "\", ", scope, "::", case.enumerator, ")\n");
    }
    emit_template(
        w,
        argument,
        template!(
            "
    .Default(std::optional<$enum>());
  if (R) {
    Out = *R;
    return true;
  }
  return false;
}

const char *${attribute}Attr::Convert${short_enum}ToStr($enum Val) {
  switch(Val) {
"
        ),
    );
    for case in enumeration.unique() {
        append!(w, "  case ", scope, "::", case.enumerator, ": return \"", case.text, "\";\n");
    }
    if !enumeration.is_covered {
        w.raw("  default: llvm_unreachable(\"Invalid attribute value\");\n");
    }
    w.raw("  }\n  llvm_unreachable(\"No enumerator with that value\");\n}\n\n");
}

fn emit_clone(class: &AttributeClass<'_>, w: &mut CppWriter<'_>) {
    append!(w, "  auto *A = new (C) ", class.name, "Attr(C, *this");
    for argument in &class.arguments {
        w.raw(", ");
        emit_cloned(argument, w);
    }
    w.raw(");\n  A->Inherited = Inherited;\n  A->IsPackExpansion = IsPackExpansion;\n");
    w.raw("  A->setImplicit(Implicit);\n");
    if let Some(delayed) = &class.delayed {
        w.raw("  A->setDelayedArgs(C, ");
        emit_cloned(delayed, w);
        w.raw(");\n");
    }
    w.raw("  return A;\n");
}

/// Writes an argument's members as constructor arguments.
fn emit_cloned(argument: &AttrArgument<'_>, w: &mut CppWriter<'_>) {
    let template = match argument.kind {
        AttrArgumentKind::Scalar(_) | AttrArgumentKind::Enum(_) => template!("$name"),
        AttrArgumentKind::String | AttrArgumentKind::Version => template!("get$Name()"),
        AttrArgumentKind::Aligned => {
            template!(
                "is${name}Expr, is${name}Expr ? static_cast<void*>(${name}Expr) : ${name}Type"
            )
        }
        AttrArgumentKind::Variadic(_) => template!("${name}_, ${name}_Size"),
    };
    emit_template(w, argument, template);
}

fn emit_spelling(forms: &[AttrForm<'_>], w: &mut CppWriter<'_>) {
    if forms.is_empty() {
        w.raw("  return \"(No spelling)\";\n");
        return;
    }
    w.raw(
        "  switch (getAttributeSpellingListIndex()) {
  default:
    llvm_unreachable(\"Unknown attribute spelling!\");
    return \"(No spelling)\";
",
    );
    for (number, form) in forms.iter().enumerate() {
        append!(w, "  case ", number, ":\n    return \"", form.name, "\";\n");
    }
    w.raw("  }\n");
}
