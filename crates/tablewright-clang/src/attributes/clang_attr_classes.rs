//! `--gen-clang-attr-classes`: the definitions of the attributes' classes.
//!
//! A class keeps the arguments in members and has accessors for them. Its member functions are
//! defined by `clang_attr_impl`, unless they are short.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, append, line};

use super::model::Attribute;
use super::model::argument::{Argument, ArgumentKind, Enumeration, Scalar};
use super::model::class::AttributeClass;
use super::model::parsed::{ParsedAttributes, Selection};
use super::model::spelling;
use super::signature::{
    FACTORIES, constructor_head, delimiter_function, factory_head, parameter, spelling_enumeration,
};
use super::template::emit_template;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-attr-classes",
    help: "Generate clang attribute clases",
    options: &[],
    run,
};

/// The definition of a class.
struct ClassDefinition<'s> {
    class: AttributeClass<'s>,
    accessors: Vec<SpellingAccessor<'s>>,
    /// Members that the description states as C++.
    additional_members: &'s str,
}

/// A function that says whether one of some spellings was written.
struct SpellingAccessor<'s> {
    name: &'s str,
    /// Their places among the spellings of the attribute.
    spellings: Vec<usize>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let classes = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Classes of attributes", Some(source));
        w.raw("#ifndef LLVM_CLANG_ATTR_CLASSES_INC\n#define LLVM_CLANG_ATTR_CLASSES_INC\n\n");
        delimiter_function(w);
        classes.iter().for_each(|definition| emit(definition, w));
        w.raw("#endif // LLVM_CLANG_ATTR_CLASSES_INC\n");
    })
}

fn collect(store: &RecordStore) -> Result<Vec<ClassDefinition<'_>>, FieldError> {
    // Every attribute that is parsed has to say whether it is handled, although only the functions
    // of the classes depend on that.
    ParsedAttributes::collect(store, Selection::Handled)?;
    let mut definitions = Vec::new();
    for attribute in Attribute::all(store)? {
        // Documentation is printed on demand; that there is some is checked wherever Clang is built.
        attribute.record().list_of_records("Documentation")?;
        if attribute.is_node()? {
            definitions.push(ClassDefinition {
                class: AttributeClass::collect(attribute)?,
                accessors: accessors(attribute)?,
                additional_members: attribute.record().string("AdditionalMembers")?,
            });
        }
    }
    Ok(definitions)
}

fn accessors(attribute: Attribute<'_>) -> Result<Vec<SpellingAccessor<'_>>, FieldError> {
    let mut accessors = Vec::new();
    for accessor in attribute.record().list_of_records("Accessors")? {
        let name = accessor.string("Name")?;
        let parts = spelling::of_field(accessor)?;
        let spellings = {
            let user = format!("The accessor '{name}'");
            spelling::places(attribute, &user, &parts, &attribute.spellings()?)?
        };
        accessors.push(SpellingAccessor { name, spellings });
    }
    Ok(accessors)
}

fn emit(definition: &ClassDefinition<'_>, w: &mut CppWriter<'_>) {
    let class = &definition.class;
    let name = class.name;
    append!(w, "class ", name, "Attr : public ", class.base, " {\n");
    class.arguments.iter().chain(&class.delayed).for_each(|argument| emit_members(argument, w));
    w.raw("\npublic:\n");
    emit_spelling_enumeration(class, w);
    emit_factories(class, w);
    emit_constructors(class, w);
    append!(w, "  ", name, "Attr *clone(ASTContext &C) const;\n");
    w.raw("  void printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const;\n");
    w.raw("  const char *getSpelling() const;\n");
    if class.has_different_names {
        w.raw("  Spelling getSemanticSpelling() const;\n");
    }
    definition.accessors.iter().for_each(|accessor| emit_spelling_accessor(accessor, w));
    for argument in &class.arguments {
        w.raw("\n");
        emit_accessors(argument, w);
        if !argument.is_fake && argument.enumeration().is_some() {
            emit_template(w, argument, CONVERSIONS);
        }
    }
    if let Some(delayed) = &class.delayed {
        w.raw("\n");
        emit_accessors(delayed, w);
        emit_delayed_setter(delayed, w);
    }
    append!(w, definition.additional_members, "\n\n");
    w.raw("  static bool classof(const Attr *A) { return A->getKind() == attr::");
    append!(w, name, "; }\n};\n\n");
}

/// Writes the members of an argument.
fn emit_members(argument: &Argument<'_>, w: &mut CppWriter<'_>) {
    if let Some(enumeration) = argument.enumeration() {
        emit_enumeration(enumeration, w);
    }
    let template = match argument.kind {
        ArgumentKind::Scalar(_) | ArgumentKind::Enum(_) | ArgumentKind::Version => {
            "  $type $name;\n"
        }
        ArgumentKind::String => "  unsigned ${name}Length;\n  char *$name;\n",
        ArgumentKind::Aligned => {
            "
  bool is${name}Expr;
  union {
    Expr *${name}Expr;
    TypeSourceInfo *${name}Type;
  };
  std::optional<unsigned> ${name}Cache;
"
        }
        ArgumentKind::Variadic(_) => "  unsigned ${name}_Size;\n  $type *${name}_;\n",
    };
    emit_template(w, argument, template);
}

fn emit_enumeration(enumeration: &Enumeration<'_>, w: &mut CppWriter<'_>) {
    if !enumeration.is_external {
        append!(w, "\npublic:\n  enum ", enumeration.short_type, " {\n");
        for (place, case) in enumeration.unique().enumerate() {
            append!(w, if place == 0 { "    " } else { ",\n    " }, case.enumerator);
        }
        w.raw("\n  };\n");
    }
    w.raw("\nprivate:\n");
}

fn emit_spelling_enumeration(class: &AttributeClass<'_>, w: &mut CppWriter<'_>) {
    if class.semantic_spellings.is_empty() {
        return;
    }
    spelling_enumeration(&class.semantic_spellings, w);
    w.raw("\n");
}

fn emit_factories(class: &AttributeClass<'_>, w: &mut CppWriter<'_>) {
    for parameters in &class.factories {
        for factory in FACTORIES {
            append!(w, "  static ", class.name, "Attr *");
            factory_head(class, factory, parameters, w);
            if factory.takes_range {
                w.raw(" = {}");
                if let Some(first) = class.semantic_spellings.first() {
                    append!(w, ", Spelling S = ", first.name);
                }
            }
            w.raw(");\n");
        }
    }
    w.raw("\n");
}

fn emit_constructors(class: &AttributeClass<'_>, w: &mut CppWriter<'_>) {
    for parameters in &class.constructors {
        w.raw("  ");
        constructor_head(class, parameters, w);
        w.raw(";\n");
    }
    w.raw("\n");
}

fn emit_spelling_accessor(accessor: &SpellingAccessor<'_>, w: &mut CppWriter<'_>) {
    append!(w, "  bool ", accessor.name, "() const {\n    return ");
    for (place, number) in accessor.spellings.iter().enumerate() {
        let or = if place == 0 { "" } else { " ||\n      " };
        append!(w, or, "getAttributeSpellingListIndex() == ", *number);
    }
    w.raw(";\n  }\n");
}

/// The functions between enumerators and what is written for them.
const CONVERSIONS: &str = "
  static bool ConvertStrTo$short_enum(StringRef Val, $enum &Out);
  static const char *Convert${short_enum}ToStr($enum Val);
";

const GETTER: &str = "
  $type get$Name() const {
    return $name;
  }
";

fn emit_accessors(argument: &Argument<'_>, w: &mut CppWriter<'_>) {
    let template = match &argument.kind {
        ArgumentKind::Scalar(Scalar::Type) => {
            "
  QualType get$Name() const {
    return $name->getType();
  }
  $type get${Name}Loc() const {
    return $name;
  }
"
        }
        ArgumentKind::Scalar(_) | ArgumentKind::Enum(_) => GETTER,
        ArgumentKind::String => STRING_ACCESSORS,
        ArgumentKind::Aligned => ALIGNMENT_ACCESSORS,
        ArgumentKind::Version => {
            emit_template(w, argument, GETTER);
            "
  void set$Name(ASTContext &C, VersionTuple V) {
    $name = V;
  }
"
        }
        ArgumentKind::Variadic(_) => VARIADIC_ACCESSORS,
    };
    emit_template(w, argument, template);
    match argument.kind {
        ArgumentKind::Scalar(Scalar::Bool(Some(default))) => emit_default(argument, default, w),
        ArgumentKind::Scalar(Scalar::Int(Some(default))) => emit_default(argument, default, w),
        _ => {}
    }
}

/// Writes the constant for the value that holds where none is written.
fn emit_default(argument: &Argument<'_>, default: impl std::fmt::Display, w: &mut CppWriter<'_>) {
    emit_template(w, argument, "\n  static const $type Default$Name = ");
    line!(w, "{default};");
}

const STRING_ACCESSORS: &str = "
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
";

const ALIGNMENT_ACCESSORS: &str = "
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
";

const VARIADIC_ACCESSORS: &str = "
  typedef $type* ${name}_iterator;
  ${name}_iterator ${name}_begin() const { return ${name}_; }
  ${name}_iterator ${name}_end() const { return ${name}_ + ${name}_Size; }
  unsigned ${name}_size() const { return ${name}_Size; }
  llvm::iterator_range<${name}_iterator> $name() const {
    return llvm::make_range(${name}_begin(), ${name}_end());
  }
";

/// Writes the function that keeps arguments from packs until they are expanded.
fn emit_delayed_setter(argument: &Argument<'_>, w: &mut CppWriter<'_>) {
    emit_template(w, argument, "  void set$Name(ASTContext &Ctx, ");
    parameter(argument, w);
    emit_template(
        w,
        argument,
        ") {
    ${name}_Size = ${Name}Size;
    ${name}_ = new (Ctx, 16) $type[${name}_Size];
    std::copy($Name, $Name + ${name}_Size, ${name}_);
  }
",
    );
}
