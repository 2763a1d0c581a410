//! `--gen-clang-attr-classes`: class definitions for attributes.
//!
//! A class stores the arguments and has accessors for them. `clang_attr_impl` defines its longer
//! member functions.

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_text::{Append, CppClass, CppFunction, CppWriter, append, line};

use super::model::ClangAttribute;
use super::model::argument::{AttrArgument, AttrArgumentKind, Enumeration, Scalar};
use super::model::class::AttributeClass;
use super::model::parsed::{AttrSelection, ParsedAttributes};
use super::model::spelling;
use super::signature::{
    Factory, clone_function, constructor, emit_delimiter_function, emit_spelling_enumeration,
    equivalence_function, parameter, print_function, profile_function, semantic_spelling_function,
    spelling_function,
};
use super::template::{ArgumentTemplate, Filled, emit_template, template};

/// A class definition.
struct ClassDefinition<'s> {
    class: AttributeClass<'s>,
    /// Whether the class is exported from Clang's library.
    is_exported: bool,
    accessors: Vec<SpellingAccessor<'s>>,
    /// Additional members, as C++ from the description.
    additional_members: &'s str,
}

/// A function that tests for some of the spellings.
struct SpellingAccessor<'s> {
    name: &'s str,
    /// Indices into the attribute's spellings.
    spellings: Vec<usize>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let classes = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Classes of attributes", Some(source));
        w.raw("#ifndef LLVM_CLANG_ATTR_CLASSES_INC\n#define LLVM_CLANG_ATTR_CLASSES_INC\n\n");
        emit_delimiter_function(w);
        for definition in &classes {
            emit(definition, w);
            line!(w);
        }
        w.raw("#endif // LLVM_CLANG_ATTR_CLASSES_INC\n");
    })
}

fn collect(store: &RecordStore) -> Result<Vec<ClassDefinition<'_>>, FieldError> {
    // Each parsed attribute must have the handler fields, although only the functions of its class
    // read them.
    ParsedAttributes::collect(store, AttrSelection::Handled)?;
    let is_exported = store.release().has(Feature::AttributeClassesAreExported);
    let mut definitions = Vec::new();
    for attribute in ClangAttribute::all(store)? {
        // The documentation is not printed here, but it must exist in each build of Clang.
        attribute.record().documentation()?;
        if attribute.is_node()? {
            definitions.push(ClassDefinition {
                class: AttributeClass::collect(attribute)?,
                is_exported,
                accessors: accessors(attribute)?,
                additional_members: attribute.record().additional_members()?,
            });
        }
    }
    Ok(definitions)
}

fn accessors(attribute: ClangAttribute<'_>) -> Result<Vec<SpellingAccessor<'_>>, FieldError> {
    let mut accessors = Vec::new();
    for accessor in attribute.record().accessors()? {
        let name = accessor.function_name()?;
        let parts = spelling::for_records(accessor.spellings()?)?;
        let spellings = {
            let user = format!("The accessor '{name}'");
            spelling::indices(attribute, &user, &parts, &attribute.spellings()?)?
        };
        accessors.push(SpellingAccessor { name, spellings });
    }
    Ok(accessors)
}

fn emit(definition: &ClassDefinition<'_>, w: &mut CppWriter<'_>) {
    let class = &definition.class;
    let name = class.name;
    let mut head = CppClass::new(format!("{name}Attr")).base(format!("public {}", class.base));
    if definition.is_exported {
        head = head.macro_before_name("CLANG_ABI");
    }
    w.class(&head, |w| {
        class.arguments.iter().chain(&class.delayed).for_each(|argument| emit_members(argument, w));
        line!(w);
        w.access("public");
        if !class.semantic_spellings.is_empty() {
            emit_spelling_enumeration(&class.semantic_spellings, w);
            line!(w);
        }
        emit_declarations(class, w);
        definition.accessors.iter().for_each(|accessor| emit_spelling_accessor(accessor, w));
        for argument in &class.arguments {
            line!(w);
            emit_accessors(argument, w);
            if !argument.is_fake && argument.enumeration().is_some() {
                emit_template(w, argument, CONVERSIONS);
            }
        }
        if class.comparison.is_some() {
            line!(w);
            w.declare(&equivalence_function(name));
            w.declare(&profile_function());
        }
        if let Some(delayed) = &class.delayed {
            line!(w);
            emit_accessors(delayed, w);
            emit_delayed_setter(delayed, w);
        }
        append!(w, definition.additional_members, "\n\n");
        append!(w, "  static bool classof(const Attr *A) { return A->getKind() == attr::");
        append!(w, name, "; }\n");
    });
}

fn emit_declarations(class: &AttributeClass<'_>, w: &mut CppWriter<'_>) {
    Factory::all(class).for_each(|factory| w.declare(&factory.function(class)));
    line!(w);
    class.constructors.iter().for_each(|parameters| w.declare(&constructor(class, parameters)));
    line!(w);
    w.declare(&clone_function(class));
    w.declare(&print_function());
    w.declare(&spelling_function());
    if class.has_different_names {
        w.declare(&semantic_spelling_function());
    }
}

/// Writes the members for an argument.
fn emit_members(argument: &AttrArgument<'_>, w: &mut CppWriter<'_>) {
    if let Some(enumeration) = argument.enumeration() {
        emit_enumeration(enumeration, w);
    }
    let template = match argument.kind {
        AttrArgumentKind::Scalar(_) | AttrArgumentKind::Enum(_) | AttrArgumentKind::Version => {
            template!("  $type $name;\n")
        }
        AttrArgumentKind::String => template!("  unsigned ${name}Length;\n  char *$name;\n"),
        AttrArgumentKind::Aligned => {
            template!(
                "
  bool is${name}Expr;
  union {
    Expr *${name}Expr;
    TypeSourceInfo *${name}Type;
  };
  std::optional<unsigned> ${name}Cache;
"
            )
        }
        AttrArgumentKind::Variadic(_) => {
            template!("  unsigned ${name}_Size;\n  $type *${name}_;\n")
        }
    };
    emit_template(w, argument, template);
}

fn emit_enumeration(enumeration: &Enumeration<'_>, w: &mut CppWriter<'_>) {
    if !enumeration.is_external {
        append!(w, "\npublic:\n  enum ", enumeration.short_type, " {\n");
        for (i, case) in enumeration.unique().enumerate() {
            append!(w, if i == 0 { "    " } else { ",\n    " }, case.enumerator);
        }
        w.raw("\n  };\n");
    }
    w.raw("\nprivate:\n");
}

fn emit_spelling_accessor(accessor: &SpellingAccessor<'_>, w: &mut CppWriter<'_>) {
    w.define_in_class(&CppFunction::new("bool", accessor.name).is_const(), |w| {
        for (i, index) in accessor.spellings.iter().enumerate() {
            append!(w, if i == 0 { "    return " } else { " ||\n      " });
            append!(w, "getAttributeSpellingListIndex() == ", *index);
        }
        w.raw(";\n");
    });
}

/// Conversion functions between enumerators and source text.
static CONVERSIONS: ArgumentTemplate = template!(
    "
  static bool ConvertStrTo$short_enum(StringRef Val, $enum &Out);
  static const char *Convert${short_enum}ToStr($enum Val);
"
);

static GETTER: ArgumentTemplate = template!(
    "
  $type get$Name() const {
    return $name;
  }
"
);

static SETTER: ArgumentTemplate = template!(
    "
  void set$Name($type V) {
    $name = V;
  }
"
);

/// Writes the accessors for a wrapped attribute, with its own class as a type.
fn emit_class_accessors(argument: &AttrArgument<'_>, class: &str, w: &mut CppWriter<'_>) {
    append!(w, "  ", class);
    emit_template(
        w,
        argument,
        template!(" *get${Name}As() const {\n    return llvm::cast_or_null<"),
    );
    append!(w, class);
    emit_template(w, argument, template!(">($name);\n  }\n  void set${Name}As("));
    append!(w, class);
    emit_template(w, argument, template!(" *V) {\n    $name = V;\n  }\n"));
}

fn emit_accessors(argument: &AttrArgument<'_>, w: &mut CppWriter<'_>) {
    let template = match &argument.kind {
        AttrArgumentKind::Scalar(Scalar::Type) => {
            template!(
                "
  QualType get$Name() const {
    return $name->getType();
  }
  $type get${Name}Loc() const {
    return $name;
  }
"
            )
        }
        AttrArgumentKind::Scalar(Scalar::Attr(wrapped)) if wrapped.has_setter => {
            emit_template(w, argument, GETTER);
            emit_template(w, argument, SETTER);
            if let Some(class) = wrapped.class {
                emit_class_accessors(argument, class, w);
            }
            template!("")
        }
        AttrArgumentKind::Scalar(_) | AttrArgumentKind::Enum(_) => GETTER,
        AttrArgumentKind::String => STRING_ACCESSORS,
        AttrArgumentKind::Aligned => ALIGNMENT_ACCESSORS,
        AttrArgumentKind::Version => {
            emit_template(w, argument, GETTER);
            template!(
                "
  void set$Name(ASTContext &C, VersionTuple V) {
    $name = V;
  }
"
            )
        }
        AttrArgumentKind::Variadic(_) => VARIADIC_ACCESSORS,
    };
    emit_template(w, argument, template);
    if let AttrArgumentKind::Scalar(Scalar::Bool(Some(default))) = argument.kind {
        emit_default(argument, default, w);
    }
    if let AttrArgumentKind::Scalar(Scalar::Int(Some(default))) = argument.kind {
        emit_default(argument, default, w);
    }
}

/// Writes the constant for the default value.
fn emit_default(argument: &AttrArgument<'_>, default: impl Append, w: &mut CppWriter<'_>) {
    emit_template(w, argument, template!("\n  static const $type Default$Name = "));
    append!(w, default, ";\n");
}

static STRING_ACCESSORS: ArgumentTemplate = template!(
    "
  llvm::StringRef get$Name() const {
    return llvm::StringRef($name, ${name}Length);
  }
  unsigned get${Name}Length() const {
    return ${name}Length;
  }
  void set$Name(ASTContext &C, llvm::StringRef S) {
    ${name}Length = S.size();
    this->$name = new (C, 1) char [${name}Length];
    if (!S.empty())
      std::memcpy(this->$name, S.data(), ${name}Length);
  }
"
);

static ALIGNMENT_ACCESSORS: ArgumentTemplate = template!(
    "
  bool is${Name}Dependent() const;
  bool is${Name}ErrorDependent() const;
  unsigned get$Name(ASTContext &Ctx) const;
  bool is${Name}Expr() const {
    return is${name}Expr;
  }
  Expr *get${Name}Expr() const {
    assert(is${name}Expr);
    return ${name}Expr;
  }
  TypeSourceInfo *get${Name}Type() const {
    assert(!is${name}Expr);
    return ${name}Type;
  }
  std::optional<unsigned> getCached${Name}Value() const {
    return ${name}Cache;
  }
  void setCached${Name}Value(unsigned AlignVal) {
    ${name}Cache = AlignVal;
  }
"
);

static VARIADIC_ACCESSORS: ArgumentTemplate = template!(
    "
  typedef $type* ${name}_iterator;
  ${name}_iterator ${name}_begin() const { return ${name}_; }
  ${name}_iterator ${name}_end() const { return ${name}_ + ${name}_Size; }
  unsigned ${name}_size() const { return ${name}_Size; }
  llvm::iterator_range<${name}_iterator> $name() const {
    return llvm::make_range(${name}_begin(), ${name}_end());
  }
"
);

/// Writes the setter for pack arguments that are not expanded yet.
fn emit_delayed_setter(argument: &AttrArgument<'_>, w: &mut CppWriter<'_>) {
    let setter = CppFunction::new("void", Filled(argument, template!("set$Name")));
    let setter = setter.parameter("ASTContext &Ctx");
    w.define_in_class(&setter.parameter(parameter(argument)), |w| {
        emit_template(
            w,
            argument,
            template!(
                "
    ${name}_Size = ${Name}Size;
    ${name}_ = new (Ctx, 16) $type[${name}_Size];
    std::copy($Name, $Name + ${name}_Size, ${name}_);
"
            ),
        );
    });
}
