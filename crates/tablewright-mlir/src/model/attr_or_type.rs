//! Attributes and types that dialects define.

use std::borrow::Cow;

use tablewright_records::{Dag, FieldError, Record, RecordStore, RecordView, Value, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::Pos;

use super::element_memo::ElementMemo;
use super::{ClassExtra, Dialect, Predicate, Trait};
use crate::record_views::attr_or_type::{
    ArrayRefParameterRecord, AttrDefRecord, AttrOrTypeBuilderRecord, AttrOrTypeDefRecord,
    AttrOrTypeParameterRecord, CArgRecord, EnumAttrParameterRecord,
    OptionalArrayRefParameterRecord, SelfTypeParameterRecord, TypeDefRecord,
};
use crate::record_views::constraint::{
    AttrRecord, ConstraintRecord, DialectAttrRecord, DialectTypeRecord,
};
use crate::record_views::enum_attr::EnumInfoRecord;

/// Attribute or type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttrOrType {
    /// An attribute.
    Attr,
    /// A type.
    Type,
}

/// An attribute or a type that a dialect defines.
#[derive(Clone, Debug)]
pub struct AttrOrTypeDef<'s> {
    /// The names.
    pub names: DefNames<'s>,
    /// Its documentation.
    pub docs: DefDocs<'s>,
    /// The dialect.
    pub dialect: Dialect<'s>,
    /// Its parameter storage.
    pub storage: DefStorage<'s>,
    /// Its parameters.
    pub parameters: Vec<DefParameter<'s>>,
    /// Additional builders from the description.
    pub builders: Vec<DefBuilder<'s>>,
    /// Position of the field `builders`.
    pub builders_pos: Option<Pos>,
    /// Its traits.
    pub traits: Vec<Trait<'s>>,
    /// Its assembly syntax.
    pub syntax: DefSyntax<'s>,
    /// C++ that the description adds to its class.
    pub extra: ClassExtra<'s>,
    /// Its generated functions.
    pub generated: DefGenerated,
    /// The definition's rank in the description.
    pub sequence: u32,
}

/// Documentation for an attribute or a type.
#[derive(Clone, Copy, Debug)]
pub struct DefDocs<'s> {
    /// A one-line summary; may be empty.
    pub summary: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
}

/// A constraint on a dialect's attributes or types.
#[derive(Clone, Copy, Debug)]
pub struct DialectConstraint<'s> {
    /// A one-line summary.
    pub summary: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
}

/// An attribute's or a type's names.
#[derive(Clone, Copy, Debug)]
pub struct DefNames<'s> {
    /// The definition name.
    pub definition: &'s str,
    /// The C++ class.
    pub class: &'s str,
    /// The C++ class that it derives from.
    pub base_class: &'s str,
    /// The full name, for example `dialect.name`.
    pub full_name: &'s str,
    /// The keyword in its assembly syntax.
    pub mnemonic: Option<&'s str>,
    /// Its position.
    pub pos: Pos,
}

/// Parameter storage for an attribute or a type.
#[derive(Clone, Copy, Debug)]
pub struct DefStorage<'s> {
    /// The C++ class.
    pub class: &'s str,
    /// Its namespace within the dialect namespace; may be empty.
    pub namespace: &'s str,
    /// Whether it is generated.
    pub is_generated: bool,
    /// Whether the function that creates it is defined elsewhere.
    pub has_custom_constructor: bool,
}

/// An attribute's or a type's assembly syntax.
#[derive(Clone, Copy, Debug)]
pub enum DefSyntax<'s> {
    /// The mnemonic alone, or no syntax.
    Mnemonic,
    /// Functions defined elsewhere parse and print it.
    Custom,
    /// A declarative assembly format.
    Format(&'s str),
}

/// Generated functions for an attribute or a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefGenerated {
    /// Functions that return the parameters.
    pub accessors: bool,
    /// The function that creates it from its parameters.
    pub default_builder: bool,
    /// A declared function that verifies the parameters.
    pub verify: bool,
    /// An assembly alias equal to the mnemonic.
    pub mnemonic_alias: bool,
}

/// A parameter of an attribute or a type. In its C++, `$_self` is the value.
#[derive(Clone, Debug)]
pub struct DefParameter<'s> {
    /// Its name.
    pub name: &'s str,
    /// The C++ type.
    pub cpp_type: &'s str,
    /// The C++ type that the accessor returns.
    pub accessor_type: &'s str,
    /// The C++ type of the parsed value, before conversion.
    pub storage_type: &'s str,
    /// C++ that converts the parsed value.
    pub convert_from_storage: &'s str,
    /// C++ that allocates the value `$_dst`.
    pub allocator: Option<&'s str>,
    /// C++ that compares `$_lhs` and `$_rhs`.
    pub comparator: Option<&'s str>,
    /// C++ that reads it.
    pub parser: Option<&'s str>,
    /// C++ that prints it.
    pub printer: Option<&'s str>,
    /// The C++ default value; a parameter with a default is optional.
    pub default_value: Option<&'s str>,
    /// Its special form, if any.
    pub kind: ParameterKind<'s>,
    /// Its documentation.
    pub docs: ParameterDocs<'s>,
}

/// Parameter documentation.
#[derive(Clone, Debug)]
pub struct ParameterDocs<'s> {
    /// A one-line summary; may be empty.
    pub summary: &'s str,
    /// The syntax: text from the description, enum cases, or the C++ type.
    pub syntax: Cow<'s, str>,
}

/// A parameter's special form, if any.
#[derive(Clone, Debug)]
pub enum ParameterKind<'s> {
    /// A parameter without a special form.
    Plain,
    /// The attribute's type, printed after the attribute.
    SelfType,
    /// An attribute for an enum; in a struct it is written by the cases of the enum.
    EnumAttribute(EnumParameter<'s>),
    /// An array.
    Array,
    /// A parameter with a constraint.
    Constrained(ParameterConstraint<'s>),
}

/// An attribute for an enum.
#[derive(Clone, Debug)]
pub struct EnumParameter<'s> {
    /// The C++ class of the dialect that defines the attribute.
    pub dialect_class: String,
    /// The C++ class of the enum.
    pub enum_class: String,
    /// The separator between the bits of a bit enum.
    pub separator: Option<&'s str>,
}

/// A parameter constraint.
#[derive(Clone, Debug)]
pub struct ParameterConstraint<'s> {
    /// A one-line summary.
    pub summary: &'s str,
    /// The condition.
    pub condition: Predicate<'s>,
    /// The C++ class of the defining dialect, if it must be loaded. The builtin dialect is always loaded.
    pub dialect_class: Option<String>,
}

/// A function that creates an attribute or a type.
#[derive(Clone, Debug)]
pub struct DefBuilder<'s> {
    /// Its parameters.
    pub parameters: Vec<BuilderParameter<'s>>,
    /// Its C++ statements. `$_get` is the function that creates it from its parameters, `$_ctxt` the context.
    pub body: Option<&'s str>,
    /// The return type, if it differs from the class itself.
    pub return_type: Option<&'s str>,
    /// Whether the context follows from the parameters.
    pub infers_context: bool,
}

/// A builder parameter.
#[derive(Clone, Copy, Debug)]
pub struct BuilderParameter<'s> {
    /// The C++ type.
    pub cpp_type: &'s str,
    /// Its name.
    pub name: &'s str,
    /// The C++ default argument.
    pub default: Option<&'s str>,
}

impl<'s> AttrOrTypeDef<'s> {
    /// Returns all attributes or types that dialects define, sorted by definition name.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn all(
        store: &'s RecordStore,
        kind: AttrOrType,
    ) -> Result<Vec<AttrOrTypeDef<'s>>, FieldError> {
        let class = match kind {
            AttrOrType::Attr => AttrDefRecord::CLASS,
            AttrOrType::Type => TypeDefRecord::CLASS,
        };
        let records = store.derived_if_defined(class).into_iter();
        records.map(|record| AttrOrTypeDef::read(AttrOrTypeDefRecord::new(record), kind)).collect()
    }

    fn read(
        record: AttrOrTypeDefRecord<'s>,
        kind: AttrOrType,
    ) -> Result<AttrOrTypeDef<'s>, FieldError> {
        let raw = Record::from(record);
        let store = raw.store();
        let builders = record.builders()?.unwrap_or_default().into_iter();
        let builders = builders.collect::<Vec<_>>();
        builders.iter().try_for_each(|&builder| DefBuilder::check(builder, raw))?;
        let names = DefNames::read(record, kind)?;
        let list = record.parameters()?;
        if let Some(message) = contradiction(record, names.mnemonic, list)? {
            return Err(FieldError::new(Code::Mlir, record, message));
        }
        let parameters = super::dag_arguments(store, list);
        let parameters = parameters.map(|(value, name)| DefParameter::read(record, value, name));
        let parameters = parameters.collect::<Result<Vec<_>, _>>()?;
        let builders = builders.into_iter().map(DefBuilder::read);
        let mut memo = ElementMemo::default();
        let traits = record.traits()?.into_iter().map(|one| Trait::read(one, &mut memo));
        Ok(AttrOrTypeDef {
            names,
            docs: DefDocs {
                summary: record.summary()?.unwrap_or_default(),
                description: record.description()?.unwrap_or_default(),
            },
            dialect: Dialect::read(record.dialect()?)?,
            storage: DefStorage {
                class: record.storage_class()?,
                namespace: record.storage_namespace()?,
                is_generated: record.generates_storage()?,
                has_custom_constructor: record.has_custom_constructor()?,
            },
            // Builders of a definition without parameters are not read.
            builders: if parameters.is_empty() {
                builders.filter_map(Result::ok).collect()
            } else {
                builders.collect::<Result<_, _>>()?
            },
            parameters,
            builders_pos: raw.field("builders").map(|field| field.pos),
            traits: traits.collect::<Result<_, _>>()?,
            syntax: match (record.assembly_format()?, record.has_custom_assembly_format()?) {
                (Some(format), _) => DefSyntax::Format(format),
                (None, true) => DefSyntax::Custom,
                (None, false) => DefSyntax::Mnemonic,
            },
            extra: ClassExtra {
                declaration: record.extra_class_declaration()?,
                definition: record.extra_class_definition()?,
            },
            generated: DefGenerated {
                accessors: record.generates_accessors()?,
                default_builder: !record.skips_default_builders()?,
                verify: record.generates_verify()?,
                mnemonic_alias: record.generates_mnemonic_alias()?,
            },
            sequence: raw.sequence(),
        })
    }

    /// Checks that each parameter has a name, since classes and pages print it.
    ///
    /// # Errors
    /// If a parameter has no name.
    pub(crate) fn check_parameter_names(&self) -> Result<(), Diagnostic> {
        let unnamed = self.parameters.iter().position(|one| one.name.is_empty());
        let Some(index) = unnamed else { return Ok(()) };
        let mut error = Diagnostic::error_anywhere(Code::Mlir, "all parameters must have a name");
        error.label(self.names.pos, format!("parameter #{index} of this definition lacks a name"));
        Err(error)
    }

    /// Returns the C++ class with its namespace.
    pub fn qualified_class(&self) -> String {
        match self.dialect.cpp_namespace {
            "" => self.names.class.to_owned(),
            namespace => format!("{namespace}::{}", self.names.class),
        }
    }
}

/// Returns an error message if the definition's format settings contradict each other.
fn contradiction(
    record: AttrOrTypeDefRecord<'_>,
    mnemonic: Option<&str>,
    parameters: Dag<'_>,
) -> Result<Option<&'static str>, FieldError> {
    let has_format = record.assembly_format()?.is_some();
    let is_custom = record.has_custom_assembly_format()?;
    Ok(match mnemonic {
        Some(_) if has_format && is_custom => {
            Some("cannot specify both 'assemblyFormat' and 'hasCustomAssemblyFormat'")
        }
        Some(_) if !has_format && !is_custom && !parameters.args.is_empty() => Some(
            "must specify either 'assemblyFormat' or 'hasCustomAssemblyFormat' when 'mnemonic' is set",
        ),
        None if has_format || is_custom => Some(
            "'assemblyFormat' or 'hasCustomAssemblyFormat' can only be used when 'mnemonic' is set",
        ),
        Some(_) if has_format && !record.generates_accessors()? => {
            Some("'assemblyFormat' requires 'genAccessors' to be true")
        }
        Some(_) | None => None,
    })
}

impl<'s> DefNames<'s> {
    fn read(record: AttrOrTypeDefRecord<'s>, kind: AttrOrType) -> Result<DefNames<'s>, FieldError> {
        Ok(DefNames {
            definition: Record::from(record).name(),
            class: record.class_name()?,
            base_class: record.base_class()?,
            full_name: match kind {
                AttrOrType::Attr => AttrDefRecord::new(record.into()).attr_name()?,
                AttrOrType::Type => TypeDefRecord::new(record.into()).type_name()?,
            },
            mnemonic: record.mnemonic()?.filter(|mnemonic| !mnemonic.is_empty()),
            pos: Record::from(record).pos(),
        })
    }
}

impl<'s> DefParameter<'s> {
    /// Reads a parameter: a C++ type, or a record with more information.
    fn read(
        def: AttrOrTypeDefRecord<'s>,
        value_id: ValueId,
        name: Option<&'s str>,
    ) -> Result<DefParameter<'s>, FieldError> {
        let store = Record::from(def).store();
        let name = name.unwrap_or_default();
        let value = store.value(value_id);
        if let Some(cpp_type) = value.as_text().map(|text| store.str(text)) {
            return Ok(DefParameter {
                name,
                cpp_type,
                accessor_type: cpp_type,
                storage_type: cpp_type,
                convert_from_storage: "$_self",
                allocator: None,
                comparator: None,
                parser: None,
                printer: None,
                default_value: None,
                kind: ParameterKind::Plain,
                docs: ParameterDocs { summary: "", syntax: cpp_type.into() },
            });
        }
        let Some(record) = value.as_def().map(|id| store.record(id)) else {
            let text = store.value_text(value_id);
            let message = format!("Missing `cppType` field in Attribute/Type parameter: {text}");
            let error = FieldError::new(Code::Mlir, def, message);
            return Err(error.without_position(format!("parameter '{name}' of this definition")));
        };
        if !record.has_field("cppType") {
            return Err(not_a_parameter(def.into(), record, name));
        }
        let record = AttrOrTypeParameterRecord::new(record);
        Ok(DefParameter {
            name,
            cpp_type: record.cpp_type()?,
            accessor_type: record.accessor_type()?.map_or_else(|| record.cpp_type(), Ok)?,
            storage_type: record.storage_type()?.map_or_else(|| record.cpp_type(), Ok)?,
            convert_from_storage: record.convert_from_storage()?,
            allocator: record.allocator()?,
            comparator: record.comparator()?,
            parser: record.parser()?,
            printer: record.printer()?,
            default_value: record.default_value()?.filter(|value| !value.is_empty()),
            kind: ParameterKind::from_record(record.into())?,
            docs: ParameterDocs::read(record)?,
        })
    }
}

/// Returns the error for a parameter of another kind, for example an attribute.
fn not_a_parameter(def: Record<'_>, record: Record<'_>, name: &str) -> FieldError {
    let message = format!("Missing `cppType` field in Attribute/Type parameter: {}", record.name());
    let error = FieldError::new(Code::Mlir, record, message)
        .label_record(def, format!("the definition with the parameter '{name}'"));
    match AttrRecord::from_record(record) {
        Some(_) => error.note(format!(
            "parameter '{name}' is an attribute constraint, but a parameter is a C++ type in quotes or an \
             AttrOrTypeParameter, such as DefaultValuedParameter or OptionalParameter"
        )),
        None => error.note(format!(
            "parameter '{name}' has to be a C++ type in quotes or an AttrOrTypeParameter"
        )),
    }
}

impl DefParameter<'_> {
    /// Returns whether parameter values can be compared. Two `APInt`s with different widths cannot.
    pub(crate) fn is_comparable(&self) -> bool {
        let is_raw = matches!(self.cpp_type, "APInt" | "llvm::APInt" | "::llvm::APInt");
        !is_raw || self.comparator.is_some()
    }
}

impl<'s> ParameterDocs<'s> {
    fn read(record: AttrOrTypeParameterRecord<'s>) -> Result<ParameterDocs<'s>, FieldError> {
        let syntax = match (record.syntax()?, record.cases()?) {
            (Some(syntax), _) if !syntax.trim().is_empty() => syntax.trim().into(),
            (_, Some(cases)) => {
                let cases =
                    cases.cases()?.into_iter().map(|case| Ok(format!("`{}`", case.text()?)));
                cases.collect::<Result<Vec<_>, FieldError>>()?.join(" | ").into()
            }
            (_, None) => record.cpp_type()?.into(),
        };
        Ok(ParameterDocs { summary: record.summary()?.unwrap_or_default(), syntax })
    }
}

impl<'s> DialectConstraint<'s> {
    /// Returns a dialect's constraints on attributes or types, except the attributes or types that it defines, sorted
    /// by definition name.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn all_in_dialect(
        store: &'s RecordStore,
        kind: AttrOrType,
        dialect: &Dialect<'s>,
    ) -> Result<Vec<DialectConstraint<'s>>, FieldError> {
        let (class, definition) = match kind {
            AttrOrType::Attr => (DialectAttrRecord::CLASS, AttrDefRecord::CLASS),
            AttrOrType::Type => (DialectTypeRecord::CLASS, TypeDefRecord::CLASS),
        };
        let mut constraints = Vec::new();
        for record in store.derived_if_defined(class) {
            let of_dialect = Record::from(DialectAttrRecord::new(record).dialect()?).name();
            if record.inherits(definition) || of_dialect != dialect.definition {
                continue;
            }
            let summary = ConstraintRecord::new(record).summary()?;
            let description = AttrRecord::new(record).description()?.unwrap_or_default();
            constraints.push(DialectConstraint { summary, description });
        }
        Ok(constraints)
    }
}

impl<'s> ParameterKind<'s> {
    fn from_record(record: Record<'s>) -> Result<ParameterKind<'s>, FieldError> {
        if let Some(constraint) = ConstraintRecord::from_record(record) {
            let summary = constraint.summary()?;
            let condition = Predicate::read(constraint.predicate()?)?;
            let def =
                AttrOrTypeDefRecord::from_record(record).map(|def| Dialect::read(def.dialect()?));
            let loaded = def.transpose()?.filter(|dialect| dialect.name != "builtin");
            let dialect_class = loaded.map(|dialect| dialect.qualified_class());
            let constraint = ParameterConstraint { summary, condition, dialect_class };
            return Ok(ParameterKind::Constrained(constraint));
        }
        if let Some(one) = EnumAttrParameterRecord::from_record(record) {
            let held = one.attribute()?.enumeration()?;
            if let Some(held) = held {
                let held = super::Enum::read(EnumInfoRecord::new(held))?;
                return Ok(ParameterKind::EnumAttribute(EnumParameter {
                    dialect_class: Dialect::read(one.dialect()?)?.qualified_class(),
                    enum_class: format!("{}::{}", held.cpp_namespace, held.class_name),
                    separator: held.bits.map(|bits| bits.separator.trim()),
                }));
            }
        }
        let is_array = ArrayRefParameterRecord::from_record(record).is_some()
            || OptionalArrayRefParameterRecord::from_record(record).is_some();
        Ok(if SelfTypeParameterRecord::from_record(record).is_some() {
            ParameterKind::SelfType
        } else if is_array {
            ParameterKind::Array
        } else {
            ParameterKind::Plain
        })
    }
}

impl<'s> DefBuilder<'s> {
    /// Checks the form of a builder for `def`.
    fn check(record: AttrOrTypeBuilderRecord<'s>, def: Record<'s>) -> Result<(), FieldError> {
        let parameters = record.parameters()?;
        check_builder(record.into(), def, parameters)?;
        if parameters.args.iter().any(|parameter| parameter.name.is_none()) {
            let error = FieldError::new(Code::Mlir, def, "builder parameters must have a name");
            return Err(error.label_record(record, "this builder has a parameter without a name"));
        }
        Ok(())
    }

    fn read(record: AttrOrTypeBuilderRecord<'s>) -> Result<DefBuilder<'s>, FieldError> {
        Ok(DefBuilder {
            parameters: BuilderParameter::all(record.into(), record.parameters()?)?,
            body: record.body()?.filter(|body| !body.is_empty()),
            return_type: record.return_type()?.filter(|ty| !ty.is_empty()),
            infers_context: record.infers_context()?,
        })
    }
}

/// Checks the form of a builder for `owner`: a dag with the operator `ins`, in which parameters with defaults come
/// last.
pub(crate) fn check_builder(
    builder: Record<'_>,
    owner: Record<'_>,
    dag: Dag<'_>,
) -> Result<(), FieldError> {
    let store = builder.store();
    let operator = store.value(dag.operator).as_def();
    if operator.is_none_or(|operator| store.record(operator).name() != "ins") {
        let error = FieldError::new(Code::Mlir, builder, "expected 'ins' in builders");
        return Err(error.label_record(owner, "this definition has the builder"));
    }
    let mut has_default = false;
    for (value, _) in super::dag_arguments(store, dag) {
        let argument = store.value(value).as_def();
        let argument = argument.and_then(|id| CArgRecord::from_record(store.record(id)));
        let default = argument.map(|one| one.default_value()).transpose()?.flatten();
        if default.is_some_and(|value| !value.is_empty()) {
            has_default = true;
        } else if has_default {
            let message =
                "expected an argument with default value after other arguments with default values";
            let error = FieldError::new(Code::Mlir, owner, message);
            return Err(error.label_record(builder, "in this builder"));
        }
    }
    Ok(())
}

impl<'s> BuilderParameter<'s> {
    /// Returns a builder's parameters.
    pub(crate) fn all(
        builder: Record<'s>,
        dag: Dag<'s>,
    ) -> Result<Vec<BuilderParameter<'s>>, FieldError> {
        let arguments = super::dag_arguments(builder.store(), dag);
        let read = |(value, name): (ValueId, Option<&'s str>)| {
            BuilderParameter::read(builder, value, name.unwrap_or_default())
        };
        arguments.map(read).collect()
    }

    fn read(
        builder: Record<'s>,
        value: ValueId,
        name: &'s str,
    ) -> Result<BuilderParameter<'s>, FieldError> {
        let store = builder.store();
        let value: Value<'_> = store.value(value);
        if let Some(cpp_type) = value.as_text().map(|text| store.str(text)) {
            return Ok(BuilderParameter { cpp_type, name, default: None });
        }
        let argument = value.as_def().and_then(|id| CArgRecord::from_record(store.record(id)));
        let Some(argument) = argument else {
            let message =
                "Builder DAG arguments must be either strings or defs which inherit from CArg";
            let error = FieldError::new(Code::Mlir, builder, message);
            return Err(error.without_position(format!("parameter '{name}' of this builder")));
        };
        let default = argument.default_value()?.filter(|value| !value.is_empty());
        Ok(BuilderParameter { cpp_type: argument.cpp_type()?, name, default })
    }
}
