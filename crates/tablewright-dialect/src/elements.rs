//! Parts of an operation: operands, results, attributes, properties, regions and successors.

use serde::Serialize;

use super::Context;
use super::constraint::Constraint;
use super::enums::qualified_class;
use super::traits::Effect;
use tablewright_mlir::model::{self, ConstraintArity, ConstraintSubject};

/// An operand's or result's type, as far as it is known.
#[derive(Clone, Debug, Serialize)]
pub struct OperandOrResultType<'s> {
    /// The constraint on each value's type.
    pub constraint: Constraint<'s>,
    /// The definition name of the element constraint, if the value count is variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_constraint: Option<&'s str>,
    /// The type's C++ class.
    pub cpp_type: &'s str,
    /// C++ that creates the type, if exactly one type satisfies the constraint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub builder_call: Option<&'s str>,
}

/// An operand or a result.
#[derive(Clone, Debug, Serialize)]
pub struct OperandOrResult<'s> {
    /// Its name; may be empty.
    pub name: &'s str,
    /// The value count.
    pub kind: OperandOrResultKind,
    /// The attribute with the list lengths in a `variadic_of_variadic`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segment_attribute: Option<&'s str>,
    /// A short summary; may be empty.
    pub summary: &'s str,
    /// Its type.
    #[serde(flatten)]
    pub ty: OperandOrResultType<'s>,
    /// The operation's effects on it.
    pub effects: Vec<Effect<'s>>,
}

/// An operand's or a result's value count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OperandOrResultKind {
    /// Exactly one.
    Single,
    /// At most one.
    Optional,
    /// Any number.
    Variadic,
    /// Any number of lists, each with any length.
    VariadicOfVariadic,
}

/// A region or a successor.
#[derive(Clone, Debug, Serialize)]
pub struct RegionBlock<'s> {
    /// Its name; may be empty.
    pub name: &'s str,
    /// The count.
    pub kind: BlockKind,
    /// Its constraint.
    pub constraint: Constraint<'s>,
}

/// The count of regions or successors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    /// Exactly one.
    Single,
    /// Any number.
    Variadic,
}

/// An operation's attribute.
#[derive(Clone, Debug, Serialize)]
pub struct Attribute<'s> {
    /// Its name.
    pub name: &'s str,
    /// Presence in operations.
    pub presence: AttributePresence,
    /// Its constraint.
    #[serde(flatten)]
    pub constraint: AttributeConstraint<'s>,
    /// The operation's effects on the symbol that it names.
    pub effects: Vec<Effect<'s>>,
}

/// Presence of an attribute in operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AttributePresence {
    /// Always present.
    Required,
    /// Optional.
    Optional,
    /// Has a default, so it may be omitted.
    Default,
    /// Computed from the operation.
    Derived,
}

/// A constraint for an attribute, and how C++ stores and uses the attribute.
#[derive(Clone, Debug, Serialize)]
pub struct AttributeConstraint<'s> {
    /// The constraint.
    pub constraint: Constraint<'s>,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// The C++ class.
    pub storage_type: &'s str,
    /// Its C++ value type; may be empty.
    pub return_type: &'s str,
    /// The C++ expression that converts the attribute `$_self` to its value.
    pub convert_from_storage: &'s str,
    /// The C++ expression that creates the attribute from the value `$0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub builder_call: Option<&'s str>,
    /// The default C++ value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_value: Option<&'s str>,
    /// Its value type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_type: Option<Box<OperandOrResultType<'s>>>,
    /// Its special form, if any.
    pub form: AttributeForm<'s>,
    /// The wrapped attribute, if this attribute is optional, confined or has a default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Box<AttributeConstraint<'s>>>,
}

/// An attribute's special form, if any.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AttributeForm<'s> {
    /// No special form.
    Plain,
    /// Computed from the operation.
    Derived {
        /// The C++ statements that compute it.
        body: &'s str,
    },
    /// Contains an enum value.
    Enum {
        /// The enum's C++ class.
        class: String,
    },
    /// Contains a type.
    Type,
}

/// An operation's property.
#[derive(Clone, Debug, Serialize)]
pub struct Property<'s> {
    /// Its name.
    pub name: &'s str,
    /// The constraint for its value.
    pub constraint: Constraint<'s>,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// Its C++ types.
    #[serde(flatten)]
    pub types: PropertyTypes<'s>,
    /// The default C++ value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_value: Option<&'s str>,
    /// C++ code for the property.
    pub code: PropertyCode<'s>,
}

/// C++ types for a property.
#[derive(Clone, Debug, Serialize)]
pub struct PropertyTypes<'s> {
    /// The C++ type for storage.
    pub storage_type: &'s str,
    /// The C++ type for use.
    pub interface_type: &'s str,
    /// The storage's C++ initial value, if it differs from the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub storage_default: Option<&'s str>,
}

/// C++ code for a property. `$_storage` is the stored value.
#[derive(Clone, Debug, Serialize)]
pub struct PropertyCode<'s> {
    /// The expression that converts the stored value to the interface value.
    pub convert_from_storage: &'s str,
    /// The expression that stores `$_value`.
    pub assign_to_storage: &'s str,
    /// The hash expression; empty for the type's default hash.
    pub hash: &'s str,
    /// The statements that return it as an attribute.
    pub to_attribute: &'s str,
    /// The statements that read the attribute `$_attr`.
    pub from_attribute: &'s str,
    /// The statements that parse it.
    pub parser: &'s str,
    /// The statements that parse it if it is present; may be empty.
    pub optional_parser: &'s str,
    /// The expression that prints it.
    pub printer: &'s str,
    /// The statements that read it from bytecode.
    pub read_bytecode: &'s str,
    /// The statements that write it as bytecode.
    pub write_bytecode: &'s str,
}

impl<'s> OperandOrResultType<'s> {
    pub(super) fn new(
        constraint: &model::ValueConstraint<'s>,
        context: &mut Context<'s>,
    ) -> OperandOrResultType<'s> {
        OperandOrResultType {
            constraint: Constraint::new(&constraint.constraint, ConstraintSubject::Type, context),
            base_constraint: constraint.base_definition,
            cpp_type: constraint.cpp_type,
            builder_call: constraint.builder_call,
        }
    }
}

impl<'s> OperandOrResult<'s> {
    pub(super) fn new(
        value: &model::operation::OperationValue<'s>,
        context: &mut Context<'s>,
    ) -> OperandOrResult<'s> {
        let (kind, segment_attribute) = match value.constraint.arity {
            ConstraintArity::Single => (OperandOrResultKind::Single, None),
            ConstraintArity::Optional => (OperandOrResultKind::Optional, None),
            ConstraintArity::Variadic => (OperandOrResultKind::Variadic, None),
            ConstraintArity::VariadicOfVariadic { segment_attribute } => {
                (OperandOrResultKind::VariadicOfVariadic, Some(segment_attribute))
            }
        };
        OperandOrResult {
            name: value.name,
            kind,
            segment_attribute,
            summary: value.summary,
            ty: OperandOrResultType::new(&value.constraint, context),
            effects: Effect::all(&value.effects),
        }
    }
}

impl<'s> RegionBlock<'s> {
    pub(super) fn new(
        block: &model::operation::OperationBlock<'s>,
        context: &mut Context<'s>,
    ) -> RegionBlock<'s> {
        RegionBlock {
            name: block.name,
            kind: if block.is_variadic { BlockKind::Variadic } else { BlockKind::Single },
            constraint: Constraint::new(&block.constraint, ConstraintSubject::Other, context),
        }
    }
}

impl<'s> Attribute<'s> {
    pub(super) fn new(
        attribute: &model::operation::OperationAttribute<'s>,
        context: &mut Context<'s>,
    ) -> Attribute<'s> {
        let constraint = &attribute.constraint;
        Attribute {
            name: attribute.name,
            presence: if constraint.is_derived() {
                AttributePresence::Derived
            } else if constraint.is_optional {
                AttributePresence::Optional
            } else if constraint.has_default() {
                AttributePresence::Default
            } else {
                AttributePresence::Required
            },
            constraint: AttributeConstraint::new(constraint, context),
            effects: Effect::all(&attribute.effects),
        }
    }
}

impl<'s> AttributeConstraint<'s> {
    fn new(
        attribute: &model::AttributeConstraint<'s>,
        context: &mut Context<'s>,
    ) -> AttributeConstraint<'s> {
        let storage = attribute.storage;
        let value_type = attribute.value_type.as_ref();
        let base = attribute.base.as_ref();
        AttributeConstraint {
            constraint: Constraint::new(&attribute.constraint, ConstraintSubject::Other, context),
            description: attribute.description,
            storage_type: storage.class,
            return_type: storage.return_type,
            convert_from_storage: storage.convert_from_storage,
            builder_call: storage.builder_call,
            default_value: attribute.default_value,
            value_type: value_type.map(|ty| Box::new(OperandOrResultType::new(ty, context))),
            form: AttributeForm::from_kind(&attribute.kind),
            base: base.map(|base| Box::new(AttributeConstraint::new(base, context))),
        }
    }
}

impl<'s> AttributeForm<'s> {
    fn from_kind(kind: &model::AttributeKind<'s>) -> AttributeForm<'s> {
        match kind {
            model::AttributeKind::Plain => AttributeForm::Plain,
            model::AttributeKind::Derived { body } => AttributeForm::Derived { body },
            model::AttributeKind::Enum(one) => AttributeForm::Enum { class: qualified_class(one) },
            model::AttributeKind::Type => AttributeForm::Type,
        }
    }
}

impl<'s> Property<'s> {
    pub(super) fn new(
        named: &model::operation::OperationProperty<'s>,
        context: &mut Context<'s>,
    ) -> Property<'s> {
        let property = &named.property;
        Property {
            name: named.name,
            constraint: Constraint::new(&property.constraint, ConstraintSubject::Other, context),
            description: property.description,
            types: PropertyTypes {
                storage_type: property.storage.ty,
                interface_type: property.storage.interface_type,
                storage_default: property.storage.default_value,
            },
            default_value: property.default_value,
            code: PropertyCode {
                convert_from_storage: property.storage.convert,
                assign_to_storage: property.storage.assign,
                hash: property.storage.hash,
                to_attribute: property.attribute.to_attribute,
                from_attribute: property.attribute.from_attribute,
                parser: property.syntax.parser,
                optional_parser: property.syntax.optional_parser,
                printer: property.syntax.printer,
                read_bytecode: property.bytecode.read,
                write_bytecode: property.bytecode.write,
            },
        }
    }
}
