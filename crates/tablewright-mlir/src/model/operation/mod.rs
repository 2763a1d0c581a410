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
pub use format::{AssemblyFormat, FormatClause, FormatElement, FormatVariable, OptionalGroup};
pub(crate) use format::{CustomParameter, CustomValue, custom_parameters};
pub(crate) use inference::ELEMENT_TYPES;
pub use inference::{InferredType, TypeSource};

/// An operation of a dialect.
#[doc(alias = "Operator")]
#[derive(Clone, Debug)]
pub struct Operation<'s> {
    /// The names that it has.
    pub names: OperationNames<'s>,
    /// The dialect.
    pub dialect: Dialect<'s>,
    /// What documents say of it.
    pub docs: OperationDocs<'s>,
    /// Its operands, attributes and properties.
    pub arguments: Arguments<'s>,
    /// Its results.
    pub results: Vec<OperationValue<'s>>,
    /// Its regions and successors.
    pub blocks: OperationBlocks<'s>,
    /// Its traits. Where the types of all results can be inferred, this includes the interface that infers them.
    pub traits: Vec<Trait<'s>>,
    /// How the type of each result is inferred, if all of them can be.
    pub inferred_types: Option<Vec<InferredType<'s>>>,
    /// How it is built.
    pub builders: OperationBuilders<'s>,
    /// How it is written.
    pub syntax: OperationSyntax<'s>,
    /// Functions that are defined elsewhere.
    pub hooks: OperationHooks,
    /// C++ that the description adds to its class.
    pub extra: ClassExtra<'s>,
}

/// The names of an operation.
#[derive(Clone, Debug)]
pub struct OperationNames<'s> {
    /// That of the definition.
    pub definition: &'s str,
    /// Its name without that of the dialect.
    pub mnemonic: &'s str,
    /// Its name with that of the dialect.
    pub full: String,
    /// The C++ class: the definition's name without what comes before its first underscore, unless it begins with
    /// that.
    pub class: &'s str,
    /// The C++ namespace; may be empty.
    pub cpp_namespace: &'s str,
    /// Where it is defined.
    pub pos: Pos,
    /// The rank of its definition among those of the description.
    pub sequence: u32,
}

/// What documents say of an operation.
#[derive(Clone, Copy, Debug)]
pub struct OperationDocs<'s> {
    /// What it does, in a line; may be empty.
    pub summary: &'s str,
    /// What it does, as Markdown; may be empty.
    pub description: &'s str,
    /// The group of operations that it is described with.
    pub group: Option<DocGroup<'s>>,
}

/// Operations that documents describe together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DocGroup<'s> {
    /// The name of its definition.
    pub definition: &'s str,
    /// What they are, in a line; may be empty.
    pub summary: &'s str,
    /// What they are, as Markdown; may be empty.
    pub description: &'s str,
}

/// The operands, attributes and properties of an operation.
#[derive(Clone, Debug, Default)]
pub struct Arguments<'s> {
    /// All of them in the order of the description.
    pub order: Vec<Argument>,
    /// The operands.
    pub operands: Vec<OperationValue<'s>>,
    /// The attributes, then those that follow from the operation.
    pub attributes: Vec<OperationAttribute<'s>>,
    /// The properties.
    pub properties: Vec<OperationProperty<'s>>,
    /// Whether a format has optional attributes in optional groups only.
    pub(crate) optional_attributes_need_groups: bool,
}

/// An argument, as an index into the list of its kind.
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
    /// Its constraint, and how many values there are.
    pub constraint: Arc<ValueConstraint<'s>>,
    /// What it is, in a line; may be empty.
    pub summary: &'s str,
    /// The effects of the operation on it.
    pub effects: Vec<SideEffect<'s>>,
}

/// An attribute of an operation.
#[doc(alias = "NamedAttribute")]
#[derive(Clone, Debug)]
pub struct OperationAttribute<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its constraint.
    pub constraint: Arc<AttributeConstraint<'s>>,
    /// The effects of the operation on the symbol that it names.
    pub effects: Vec<SideEffect<'s>>,
}

/// A property of an operation.
#[doc(alias = "NamedProperty")]
#[derive(Clone, Debug)]
pub struct OperationProperty<'s> {
    /// Its name.
    pub name: &'s str,
    /// The property.
    pub property: Property<'s>,
}

/// The regions and successors of an operation.
#[derive(Clone, Debug)]
pub struct OperationBlocks<'s> {
    /// The regions.
    pub regions: Vec<OperationBlock<'s>>,
    /// The successors.
    pub successors: Vec<OperationBlock<'s>>,
}

/// A region or a successor of an operation.
#[doc(alias("NamedRegion", "NamedSuccessor"))]
#[derive(Clone, Debug)]
pub struct OperationBlock<'s> {
    /// Its name; may be empty.
    pub name: &'s str,
    /// Its constraint.
    pub constraint: Constraint<'s>,
    /// Whether there can be any number of them.
    pub is_variadic: bool,
}

/// How an operation is built.
#[derive(Clone, Debug)]
pub struct OperationBuilders<'s> {
    /// The functions that the description adds.
    pub custom: Vec<OperationBuilder<'s>>,
    /// Whether the builders that every operation gets are left out, so that only those in `custom` exist.
    pub skips_default: bool,
}

/// A function that builds an operation.
#[derive(Clone, Debug)]
pub struct OperationBuilder<'s> {
    /// Its parameters.
    pub parameters: Vec<BuilderParameter<'s>>,
    /// Its C++ statements; `None` where it is defined elsewhere.
    pub body: Option<&'s str>,
    /// Why it should not be used any more.
    pub deprecated: Option<&'s str>,
}

/// How an operation is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperationSyntax<'s> {
    /// As any operation can be.
    Generic,
    /// As functions that are defined elsewhere say.
    Custom,
    /// As a format says.
    Format(&'s str),
}

/// Functions of an operation that are defined elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own in descriptions")]
pub struct OperationHooks {
    /// One that verifies it.
    pub verifier: bool,
    /// One that verifies it after its regions.
    pub region_verifier: bool,
    /// One that lists patterns that canonicalize it.
    pub canonicalizer: bool,
    /// One that canonicalizes it.
    pub canonicalize_method: bool,
    /// One that folds it.
    pub folder: bool,
    /// Those that write its properties as bytecode.
    pub properties_encoding: bool,
}

/// The place of an operation's attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeStorage {
    /// Properties.
    Properties,
    /// Properties, but setters and builders write entries of the dictionary.
    PropertiesFromDictionary,
    /// The attribute dictionary; the operation lacks properties.
    Dictionary,
}

impl AttributeStorage {
    /// Whether setters and builders write entries of the dictionary.
    pub(crate) fn is_set_in_dictionary(self) -> bool {
        match self {
            AttributeStorage::Properties => false,
            AttributeStorage::PropertiesFromDictionary | AttributeStorage::Dictionary => true,
        }
    }
}

impl<'s> Operation<'s> {
    /// The place of its attributes.
    pub fn attribute_storage(&self) -> AttributeStorage {
        match (self.dialect.features.attribute_properties, self.arguments.properties.is_empty()) {
            (true, _) => AttributeStorage::Properties,
            (false, false) => AttributeStorage::PropertiesFromDictionary,
            (false, true) => AttributeStorage::Dictionary,
        }
    }

    /// The C++ class with its namespace, from the global one.
    pub fn qualified_class(&self) -> String {
        match self.names.cpp_namespace {
            "" => self.names.class.to_owned(),
            namespace => format!("{namespace}::{}", self.names.class),
        }
    }

    /// Whether it has a trait of that C++ class or name.
    pub fn has_trait(&self, name: &str) -> bool {
        self.find_trait(name).is_some()
    }

    /// The trait of that C++ class or name.
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

    /// Its attributes, without those that follow from it.
    pub fn own_attributes(&self) -> impl Iterator<Item = &OperationAttribute<'s>> + Clone {
        self.arguments.attributes.iter().filter(|one| !one.constraint.is_derived())
    }
}

impl OperationValue<'_> {
    /// Whether there can be more or less than one value.
    pub fn is_variable(&self) -> bool {
        self.constraint.arity.is_variable()
    }

    /// Whether there can be more than one value.
    pub fn is_variadic(&self) -> bool {
        self.constraint.arity.is_variadic()
    }

    /// Whether there is one value or none.
    pub fn is_optional(&self) -> bool {
        self.constraint.arity == super::Arity::Optional
    }
}

/// How many of some values there can be more or less than one of.
pub(crate) fn count_variable(values: &[OperationValue<'_>]) -> usize {
    values.iter().filter(|value| value.is_variable()).count()
}
