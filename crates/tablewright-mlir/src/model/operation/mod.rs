//! Operations of dialects.

mod checks;
mod format;
mod inference;
mod read;

use std::sync::Arc;

use tablewright_syntax::source::Pos;

use super::{
    AttributeConstraint, BuilderParameter, ClassExtra, Constraint, Dialect, Property, SideEffect,
    Trait, ValueConstraint,
};

pub(crate) use checks::size_problem;
pub use format::{
    AssemblyFormat, ClauseList, FormatClause, FormatElement, FormatVariable, OptionalGroup,
};
pub(crate) use format::{CustomParameter, CustomValue, custom_parameters};
pub(crate) use inference::ELEMENT_TYPES;
pub use inference::{InferredType, TypeSource};

/// A dialect's operation.
#[doc(alias = "Operator")]
#[derive(Clone, Debug)]
pub struct Operation<'s> {
    /// The names.
    pub names: OperationNames<'s>,
    /// The dialect.
    pub dialect: Dialect<'s>,
    /// Its documentation.
    pub docs: OperationDocs<'s>,
    /// Its operands, attributes and properties.
    pub arguments: Arguments<'s>,
    /// Its results.
    pub results: Vec<OperationValue<'s>>,
    /// Its regions and successors.
    pub blocks: OperationBlocks<'s>,
    /// Its traits. If all result types can be inferred, they include the interface that infers them.
    pub traits: Vec<Trait<'s>>,
    /// Type inference for each result; `None` if a type cannot be inferred.
    pub inferred_types: Option<Vec<InferredType<'s>>>,
    /// The builders.
    pub builders: OperationBuilders<'s>,
    /// The assembly format.
    pub syntax: OperationSyntax<'s>,
    /// Functions that are defined elsewhere.
    pub hooks: OperationHooks,
    /// C++ that the description adds to its class.
    pub extra: ClassExtra<'s>,
}

/// An operation's names.
#[derive(Clone, Debug)]
pub struct OperationNames<'s> {
    /// The definition name.
    pub definition: &'s str,
    /// The name without the dialect prefix.
    pub mnemonic: &'s str,
    /// The full name, including the dialect name.
    pub full: String,
    /// The C++ class: the definition name after its first underscore; the whole name if it begins with an underscore.
    pub class: &'s str,
    /// The C++ namespace; may be empty.
    pub cpp_namespace: &'s str,
    /// The definition's position.
    pub pos: Pos,
    /// The definition's rank in the description.
    pub sequence: u32,
}

/// Documentation for an operation.
#[derive(Clone, Copy, Debug)]
pub struct OperationDocs<'s> {
    /// A one-line summary; may be empty.
    pub summary: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// The group of operations with which it is documented.
    pub group: Option<DocGroup<'s>>,
}

/// Operations that are documented together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DocGroup<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// A one-line summary; may be empty.
    pub summary: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
}

/// The rules of formats that depend on the release.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct FormatRules {
    /// Whether an optional attribute has to be in an optional group.
    pub(crate) optional_attributes_need_groups: bool,
    /// Whether `enum(…)` writes an enum attribute by its cases, and clauses may have a literal between them.
    pub(crate) has_enum_directives: bool,
}

/// An operation's operands, attributes and properties.
#[derive(Clone, Debug, Default)]
pub struct Arguments<'s> {
    /// All arguments in description order.
    pub order: Vec<Argument>,
    /// The operands.
    pub operands: Vec<OperationValue<'s>>,
    /// The attributes, then the derived attributes.
    pub attributes: Vec<OperationAttribute<'s>>,
    /// The properties.
    pub properties: Vec<OperationProperty<'s>>,
    /// The rules of formats that depend on the release.
    pub(crate) format_rules: FormatRules,
}

/// An argument, as an index into the list for its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An operand.
    Operand(usize),
    /// An attribute.
    Attribute(usize),
    /// A property.
    Property(usize),
}

/// An operand or a result.
#[doc(alias = "NamedTypeConstraint")]
#[derive(Clone, Debug)]
pub struct OperationValue<'s> {
    /// Its name; may be empty.
    pub name: &'s str,
    /// Its constraint, including the value count.
    pub constraint: Arc<ValueConstraint<'s>>,
    /// A one-line summary; may be empty.
    pub summary: &'s str,
    /// The operation's effects on it.
    pub effects: Vec<SideEffect<'s>>,
}

/// An operation's attribute.
#[doc(alias = "NamedAttribute")]
#[derive(Clone, Debug)]
pub struct OperationAttribute<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its constraint.
    pub constraint: Arc<AttributeConstraint<'s>>,
    /// The operation's effects on the symbol that it names.
    pub effects: Vec<SideEffect<'s>>,
}

/// An operation's property.
#[doc(alias = "NamedProperty")]
#[derive(Clone, Debug)]
pub struct OperationProperty<'s> {
    /// Its name.
    pub name: &'s str,
    /// The property.
    pub property: Property<'s>,
}

/// An operation's regions and successors.
#[derive(Clone, Debug)]
pub struct OperationBlocks<'s> {
    /// The regions.
    pub regions: Vec<OperationBlock<'s>>,
    /// The successors.
    pub successors: Vec<OperationBlock<'s>>,
}

/// An operation's region or successor.
#[doc(alias("NamedRegion", "NamedSuccessor"))]
#[derive(Clone, Debug)]
pub struct OperationBlock<'s> {
    /// Its name; may be empty.
    pub name: &'s str,
    /// Its constraint.
    pub constraint: Constraint<'s>,
    /// Whether any number of them is allowed.
    pub is_variadic: bool,
}

/// Builders for an operation.
#[derive(Clone, Debug)]
pub struct OperationBuilders<'s> {
    /// The functions that the description adds.
    pub custom: Vec<OperationBuilder<'s>>,
    /// Whether the default builders are omitted, so that only `custom` builders exist.
    pub skips_default: bool,
}

/// A function that builds an operation.
#[derive(Clone, Debug)]
pub struct OperationBuilder<'s> {
    /// Its parameters.
    pub parameters: Vec<BuilderParameter<'s>>,
    /// Its C++ statements; `None` if it is defined elsewhere.
    pub body: Option<&'s str>,
    /// Deprecation message.
    pub deprecated: Option<&'s str>,
}

/// An operation's assembly syntax.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperationSyntax<'s> {
    /// The generic syntax that every operation has.
    Generic,
    /// Functions defined elsewhere parse and print it.
    Custom,
    /// A declarative assembly format.
    Format(&'s str),
}

/// Functions of an operation that are defined elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own in descriptions")]
pub struct OperationHooks {
    /// A verifier.
    pub verifier: bool,
    /// A verifier that runs after the regions.
    pub region_verifier: bool,
    /// A function that lists canonicalization patterns.
    pub canonicalizer: bool,
    /// A canonicalization method.
    pub canonicalize_method: bool,
    /// A folder.
    pub folder: bool,
    /// Functions that encode its properties as bytecode.
    pub properties_encoding: bool,
    /// A function that prints its properties.
    pub properties_printer: bool,
}

/// Storage of an operation's attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpAttributeStorage {
    /// Properties.
    Properties,
    /// Properties, but setters and builders write entries of the dictionary.
    PropertiesFromDictionary,
    /// The attribute dictionary; the operation lacks properties.
    Dictionary,
}

impl OpAttributeStorage {
    /// Whether setters and builders write dictionary entries.
    pub(crate) fn is_set_in_dictionary(self) -> bool {
        match self {
            OpAttributeStorage::Properties => false,
            OpAttributeStorage::PropertiesFromDictionary | OpAttributeStorage::Dictionary => true,
        }
    }
}

impl<'s> Operation<'s> {
    /// Returns the storage of its attributes.
    pub fn attribute_storage(&self) -> OpAttributeStorage {
        match (self.dialect.features.attribute_properties, self.arguments.properties.is_empty()) {
            (true, _) => OpAttributeStorage::Properties,
            (false, false) => OpAttributeStorage::PropertiesFromDictionary,
            (false, true) => OpAttributeStorage::Dictionary,
        }
    }

    /// Returns the fully qualified C++ class.
    pub fn qualified_class(&self) -> String {
        match self.names.cpp_namespace {
            "" => self.names.class.to_owned(),
            namespace => format!("{namespace}::{}", self.names.class),
        }
    }

    /// Returns whether it has a trait with this C++ class or name.
    pub fn has_trait(&self, name: &str) -> bool {
        self.find_trait(name).is_some()
    }

    /// Returns the trait with a C++ class or name.
    pub fn find_trait(&self, name: &str) -> Option<&Trait<'s>> {
        self.traits.iter().find(|one| match one {
            Trait::Native(one) => one.cpp_class == name,
            Trait::Effects(one) => one.cpp_class == name,
            Trait::Interface(one) => name
                .strip_suffix("::Trait")
                .is_some_and(|class| one.interface.qualified_class() == class),
            Trait::Internal(one) => one.name == name,
            Trait::Predicate(_) => false,
        })
    }

    /// Returns its attributes, without derived attributes.
    pub fn own_attributes(&self) -> impl Iterator<Item = &OperationAttribute<'s>> + Clone {
        self.arguments.attributes.iter().filter(|one| !one.constraint.is_derived())
    }
}

impl OperationValue<'_> {
    /// Whether the value count is variable.
    pub fn is_variable(&self) -> bool {
        self.constraint.arity.is_variable()
    }

    /// Whether more than one value is possible.
    pub fn is_variadic(&self) -> bool {
        self.constraint.arity.is_variadic()
    }

    /// Whether there is at most a single value.
    pub fn is_optional(&self) -> bool {
        self.constraint.arity == super::ConstraintArity::Optional
    }
}

/// Counts the values with a variable value count.
pub fn count_variable(values: &[OperationValue<'_>]) -> usize {
    values.iter().filter(|value| value.is_variable()).count()
}
