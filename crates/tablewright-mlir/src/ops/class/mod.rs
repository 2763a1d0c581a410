//! An operation's C++ classes: the operation class and its adaptors, which access operands outside the operation.
//! Declarations and definitions are printed from the same model.

mod adaptor;
mod attributes;
mod builders;
mod bytecode;
mod default_builders;
mod dictionary;
mod effects;
mod inference;
mod method;
mod properties;
mod stored_names;
#[cfg(test)]
mod tests;
mod traits;
mod values;
mod verifier;

use tablewright_records::{Feature, RecordStore, Release};

use super::constraint_functions::ConstraintFunctions;
use crate::model::operation::OpAttributeStorage;
use crate::model::{Operation, Trait};
use crate::support::cpp;

pub(super) use adaptor::AdaptorClasses;
pub(super) use attributes::{
    attribute_of_parameter, default_attribute, is_required, is_unit, unmaterializable,
};
pub(super) use method::{ClassPart, MethodList, OpMethod};
pub(super) use properties::{
    DICTIONARY, FROM_ATTRIBUTE, PropertyEntry, entries as property_entries, error_function,
};
pub(super) use traits::{parse, print};
pub(super) use values::{SIZED_OPERANDS, SIZED_RESULTS};

/// The C++ class of an operation.
pub(super) struct OpClass<'o, 's> {
    pub(super) op: &'o Operation<'s>,
    pub(super) names: ClassNames<'s>,
    /// Its C++ trait classes.
    pub(super) traits: Vec<String>,
    /// The constants with the indices of named operands, and maybe of named results.
    pub(super) value_indices: Vec<String>,
    /// Inherited functions that `using` makes visible, since the class declares functions with the same name.
    pub(super) inherited: Vec<String>,
    pub(super) methods: MethodList,
    pub(super) private_methods: MethodList,
    pub(super) adaptor: AdaptorClasses,
    /// Extra code for the part, from traits and the description.
    pub(super) extra: String,
    /// Whether it has attributes or properties.
    pub(super) has_properties: bool,
    /// The part that is printed.
    pub(super) part: ClassPart,
    pub(super) rules: ClassRules,
}

/// Release-dependent rules.
#[derive(Clone, Copy)]
pub(super) struct ClassRules {
    /// Whether the error for a property that cannot be set contains the property name.
    pub(super) errors_name_properties: bool,
    /// Whether an optional operand's type is queried only if the operand is present.
    pub(super) checks_optional_operands: bool,
    /// Whether a custom directive names the operation whose properties it reads.
    pub(super) qualifies_custom_properties: bool,
    /// Whether a visitor gets the inherent attributes.
    pub(super) walks_attributes: bool,
    /// Whether functions of MLIR convert attributes to properties.
    pub(super) shares_conversions: bool,
    /// Whether builders split lists of attributes into properties and discardable attributes, and name the properties
    /// once.
    pub(super) splits_attributes: bool,
    /// Whether operands are returned as slices.
    pub(super) slices_operands: bool,
    /// Whether printers are compiled for size. Such a printer joins a literal with the blank before it, keeps elided names
    /// in an array, and visits inherent attributes.
    pub(super) prints_for_size: bool,
    /// Whether functions of MLIR read optional operands and types.
    pub(super) shares_parsers: bool,
    /// Whether properties are written as names and values.
    pub(super) writes_property_keys: bool,
}

impl ClassRules {
    fn new(release: Release) -> ClassRules {
        ClassRules {
            errors_name_properties: release.has(Feature::PropertyErrorsNameProperties),
            qualifies_custom_properties: release.has(Feature::CustomPropertiesAreQualified),
            checks_optional_operands: release.has(Feature::OptionalOperandsMayHaveNoType),
            walks_attributes: release.has(Feature::InherentAttributesAreWalked),
            shares_conversions: release.has(Feature::PropertyConversionsAreShared),
            splits_attributes: release.has(Feature::BuildersSplitAttributes),
            slices_operands: release.has(Feature::OperandRangesAreSlices),
            prints_for_size: release.has(Feature::PrintersAreSmall),
            shares_parsers: release.has(Feature::ParsersShareOptionals),
            writes_property_keys: release.has(Feature::PropertyDictionariesHaveKeys),
        }
    }
}

/// An operation's class names.
pub(super) struct ClassNames<'s> {
    pub(super) class: &'s str,
    pub(super) adaptor: String,
    pub(super) generic_adaptor: String,
    pub(super) adaptor_base: String,
    pub(super) properties_ref: PropertiesRef,
}

/// The form in which properties are passed to code that does not know their class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PropertiesRef {
    /// As a pointer.
    Opaque,
    /// With the id of their class.
    Typed,
}

impl PropertiesRef {
    /// Returns the C++ class.
    pub(super) fn cpp_type(self) -> &'static str {
        match self {
            PropertiesRef::Opaque => "::mlir::OpaqueProperties",
            PropertiesRef::Typed => "::mlir::PropertyRef",
        }
    }
}

/// Shared context for all operation classes in a job.
pub(super) struct ClassContext<'c, 's> {
    pub(super) store: &'s RecordStore,
    /// The functions that check constraints.
    pub(super) constraints: &'c ConstraintFunctions,
    /// The part that is printed.
    pub(super) part: ClassPart,
}

impl<'o, 's> OpClass<'o, 's> {
    /// Builds an operation's classes, without parse and print functions and the functions after them.
    pub(super) fn new(op: &'o Operation<'s>, context: &ClassContext<'_, 's>) -> OpClass<'o, 's> {
        let class = op.names.class;
        let release = context.store.release();
        let names = ClassNames {
            class,
            adaptor: format!("{class}Adaptor"),
            generic_adaptor: format!("{class}GenericAdaptor"),
            adaptor_base: format!("{class}GenericAdaptorBase"),
            properties_ref: if release.has(Feature::PropertiesHaveTypeIds) {
                PropertiesRef::Typed
            } else {
                PropertiesRef::Opaque
            },
        };
        let has_properties = properties::has_properties(op);
        let mut one = OpClass {
            traits: traits::cpp_classes(op, has_properties),
            value_indices: values::value_indices(op, release),
            inherited: Vec::new(),
            methods: MethodList::default(),
            private_methods: MethodList::default(),
            adaptor: adaptor::classes(op, &names, context.part),
            extra: match context.part {
                ClassPart::Declarations => extra_declaration(op),
                ClassPart::Definitions => extra_definition(op),
            },
            part: context.part,
            rules: ClassRules::new(release),
            names,
            has_properties,
            op,
        };
        one.add_methods(context);
        one
    }

    /// Adds the class methods in print order.
    fn add_methods(&mut self, context: &ClassContext<'_, 's>) {
        attributes::add_names(self);
        traits::add_asm_interface(self);
        self.methods.add(
            OpMethod::new("constexpr ::llvm::StringLiteral", "getOperationName")
                .make_static()
                .inline(format!("return ::llvm::StringLiteral(\"{}\");", self.op.names.full)),
        );
        values::add_operands(self);
        values::add_mutable_operands(self);
        values::add_results(self);
        values::add_blocks(self);
        properties::add(self, context);
        bytecode::add(self);
        attributes::add_getters(self);
        attributes::add_setters(self);
        attributes::add_removers(self);
        builders::add(self);
        default_builders::add(self);
        attributes::add_default_population(self);
        traits::add_syntax(self);
        verifier::add(self, context);
        traits::add_hooks(self);
        inference::add(self);
        traits::add_interface_methods(self);
    }

    /// Whether the class names a class for its properties, maybe without members.
    pub(super) fn has_properties_class(&self) -> bool {
        self.op.attribute_storage() != OpAttributeStorage::Dictionary
    }

    /// Whether its properties class has its own id.
    pub(super) fn has_properties_id(&self) -> bool {
        self.has_properties && self.names.properties_ref == PropertiesRef::Typed
    }

    /// Whether builders pass their lists of attributes to the function that splits them.
    pub(super) fn splits_attributes(&self) -> bool {
        self.has_properties && self.rules.splits_attributes
    }

    /// Adds the functions after the parse and print functions.
    pub(super) fn add_effects(&mut self, context: &ClassContext<'_, 's>) {
        effects::add(self, context);
        default_builders::add_splitter(self);
    }
}

/// Returns the members that traits and the description add.
fn extra_declaration(op: &Operation<'_>) -> String {
    let of_traits = op.traits.iter().filter_map(|one| match one {
        Trait::Native(native) => Some(native.extra_declaration),
        Trait::Interface(_) | Trait::Effects(_) | Trait::Predicate(_) | Trait::Internal(_) => None,
    });
    let all = of_traits.chain([op.extra.declaration]).filter(|text| !text.is_empty());
    all.collect::<Vec<_>>().join("\n")
}

/// Returns the definitions that traits and the description add.
fn extra_definition(op: &Operation<'_>) -> String {
    let of_traits = op.traits.iter().filter_map(|one| match one {
        Trait::Native(native) => Some(native.extra_definition),
        Trait::Interface(_) | Trait::Effects(_) | Trait::Predicate(_) | Trait::Internal(_) => None,
    });
    let all = of_traits.chain([op.extra.definition]).filter(|text| !text.is_empty());
    let class = op.names.class;
    let filled = all.map(|text| cpp::fill(text, |hole| (hole == "cppClass").then_some(class)));
    filled.collect::<Vec<_>>().join("\n")
}

pub(super) use crate::support::cpp::getter;

/// Returns a setter's name.
pub(super) fn setter(name: &str) -> String {
    format!("set{}", cpp::camel_case(name, true))
}
