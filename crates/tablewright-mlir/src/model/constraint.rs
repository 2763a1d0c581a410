//! Constraints on operands, results, attributes, regions and successors, with their related properties.

use tablewright_records::{FieldError, Record, RecordId, RecordView};

use super::Predicate;
use crate::record_views::constraint::{
    AttrRecord, ConstraintRecord, DerivedAttrRecord, OptionalRecord, TypeAttrRecord,
    TypeConstraintRecord, VariadicOfVariadicRecord, VariadicRecord,
};
use crate::record_views::enum_attr::{EnumAttrInfoRecord, EnumAttrRecord, EnumInfoRecord};

/// A constraint: a condition with a name and a summary.
#[derive(Clone, Debug)]
pub struct Constraint<'s> {
    /// The definition name; `None` for an anonymous definition.
    pub definition: Option<&'s str>,
    /// A one-line summary.
    pub summary: &'s str,
    /// The condition that a value has to satisfy; `None` if every value satisfies it.
    pub predicate: Option<Predicate<'s>>,
    /// The condition's record. Constraints with the same condition and summary are the same.
    pub(crate) predicate_id: Option<RecordId>,
}

/// An operand's or a result's value count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstraintArity<'s> {
    /// Exactly one.
    Single,
    /// At most one.
    Optional,
    /// Any number.
    Variadic,
    /// Any number of lists, each with any length; an attribute holds the lengths.
    VariadicOfVariadic {
        /// The attribute.
        segment_attribute: &'s str,
    },
}

/// A constraint on the value types of an operand or a result.
#[doc(alias = "TypeConstraint")]
#[derive(Clone, Debug)]
pub struct ValueConstraint<'s> {
    /// The constraint.
    pub constraint: Constraint<'s>,
    /// The value count.
    pub arity: ConstraintArity<'s>,
    /// The type's C++ class.
    pub cpp_type: &'s str,
    /// C++ that creates the type, if exactly one type satisfies the constraint.
    pub builder_call: Option<&'s str>,
    /// The definition name of the element constraint, if the value count is variable.
    pub base_definition: Option<&'s str>,
}

/// A constraint for an attribute, and how C++ stores and uses the attribute.
#[doc(alias = "Attr")]
#[derive(Clone, Debug)]
pub struct AttributeConstraint<'s> {
    /// The constraint.
    pub constraint: Constraint<'s>,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// Its C++ storage and conversions.
    pub storage: AttributeStorage<'s>,
    /// The default C++ value.
    pub default_value: Option<&'s str>,
    /// Its value type.
    pub value_type: Option<ValueConstraint<'s>>,
    /// Whether it may be missing.
    pub is_optional: bool,
    /// Its special form, if any.
    pub kind: AttributeKind<'s>,
    /// The wrapped attribute, if this attribute is optional, confined or has a default.
    pub base: Option<Box<AttributeConstraint<'s>>>,
    /// The definition name; anonymous definitions have numbered names.
    pub(crate) record_name: &'s str,
    /// The dialect, by name, of an attribute that a dialect defines for an enum.
    enum_dialect: Option<&'s str>,
    /// The enum of such an attribute.
    dialect_enum: Option<Box<super::Enum<'s>>>,
}

/// C++ storage and conversions for an attribute.
#[derive(Clone, Copy, Debug)]
pub struct AttributeStorage<'s> {
    /// The class.
    pub class: &'s str,
    /// Its value type; may be empty.
    pub return_type: &'s str,
    /// The expression that converts the attribute `$_self` to its value.
    pub convert_from_storage: &'s str,
    /// The expression that creates the attribute from the value `$0`.
    pub builder_call: Option<&'s str>,
}

/// An attribute's special form, if any.
#[derive(Clone, Debug)]
pub enum AttributeKind<'s> {
    /// Nothing.
    Plain,
    /// It follows from the operation.
    Derived {
        /// The C++ statements that compute it.
        body: &'s str,
    },
    /// Contains an enum value.
    Enum(Box<super::Enum<'s>>),
    /// It is a type.
    Type,
}

/// Maximum depth to which attributes may be nested in others.
const MAX_DEPTH: u32 = 100;

impl<'s> Constraint<'s> {
    pub(crate) fn read(record: ConstraintRecord<'s>) -> Result<Constraint<'s>, FieldError> {
        let raw = Record::from(record);
        // In older descriptions, a property lacks a condition.
        let predicate = if !raw.has_field("predicate") || raw.is_unset("predicate")? {
            None
        } else {
            Some(record.predicate()?)
        };
        Ok(Constraint {
            definition: (!raw.is_anonymous()).then(|| raw.name()),
            summary: record.summary()?,
            predicate: predicate.map(Predicate::read).transpose()?,
            predicate_id: predicate.map(Record::id),
        })
    }

    /// Returns the condition as C++, `true` if there is none.
    pub fn condition(&self) -> String {
        self.predicate.as_ref().map_or_else(|| "true".to_owned(), Predicate::to_cpp)
    }
}

impl ConstraintArity<'_> {
    /// Whether the value count is variable.
    pub fn is_variable(self) -> bool {
        self != ConstraintArity::Single
    }

    /// Whether more than one value is possible.
    pub fn is_variadic(self) -> bool {
        matches!(self, ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. })
    }

    /// Whether there are value lists.
    pub fn is_nested(self) -> bool {
        matches!(self, ConstraintArity::VariadicOfVariadic { .. })
    }
}

impl<'s> ValueConstraint<'s> {
    pub(crate) fn read(
        record: TypeConstraintRecord<'s>,
    ) -> Result<ValueConstraint<'s>, FieldError> {
        let arity = if let Some(nested) = VariadicOfVariadicRecord::from_record(record) {
            ConstraintArity::VariadicOfVariadic { segment_attribute: nested.segment_attribute()? }
        } else if VariadicRecord::from_record(record).is_some() {
            ConstraintArity::Variadic
        } else if OptionalRecord::from_record(record).is_some() {
            ConstraintArity::Optional
        } else {
            ConstraintArity::Single
        };
        let base = if arity.is_variable() { record.base_type()? } else { None };
        let one = base.unwrap_or(record);
        let base_name = base.map(Record::from).filter(|base| !base.is_anonymous());
        Ok(ValueConstraint {
            constraint: Constraint::read(ConstraintRecord::new(record.into()))?,
            arity,
            cpp_type: record.cpp_type()?.map_or_else(|| record.cpp_class_name(), Ok)?,
            builder_call: one.builder_call()?.filter(|call| !call.is_empty()),
            base_definition: base_name.map(|base| base.name()),
        })
    }
}

impl<'s> AttributeConstraint<'s> {
    pub(crate) fn read(record: AttrRecord<'s>) -> Result<AttributeConstraint<'s>, FieldError> {
        AttributeConstraint::read_nested(record, MAX_DEPTH)
    }

    fn read_nested(
        record: AttrRecord<'s>,
        depth: u32,
    ) -> Result<AttributeConstraint<'s>, FieldError> {
        let Some(depth) = depth.checked_sub(1) else {
            let message = "attributes are nested too deeply";
            return Err(FieldError::new(
                tablewright_syntax::diagnostic::Code::Mlir,
                record,
                message,
            ));
        };
        let trimmed = |text: Option<&'s str>| text.unwrap_or_default().trim();
        let class = trimmed(record.storage_type()?);
        let value_type = record.value_type()?.map(TypeConstraintRecord::new);
        let base = record.base()?.map(|base| AttributeConstraint::read_nested(base, depth));
        let enum_attr = EnumAttrRecord::from_record(record);
        let held = enum_attr.map(|one| one.enumeration()).transpose()?.flatten();
        let dialect_enum = held.map(|one| super::Enum::read(EnumInfoRecord::new(one)));
        let dialect_enum = dialect_enum.transpose()?;
        Ok(AttributeConstraint {
            constraint: Constraint::read(ConstraintRecord::new(record.into()))?,
            description: record.description()?.unwrap_or_default(),
            storage: AttributeStorage {
                class: if class.is_empty() { "::mlir::Attribute" } else { class },
                return_type: trimmed(record.return_type()?),
                convert_from_storage: trimmed(record.convert_from_storage()?),
                builder_call: Some(trimmed(record.builder_call()?)).filter(|call| !call.is_empty()),
            },
            default_value: Some(trimmed(record.default_value()?)).filter(|value| !value.is_empty()),
            value_type: value_type.map(ValueConstraint::read).transpose()?,
            is_optional: record.is_optional()?,
            kind: AttributeKind::read(record)?,
            base: base.transpose()?.map(Box::new),
            record_name: Record::from(record).name(),
            dialect_enum: dialect_enum.map(Box::new),
            enum_dialect: enum_attr.map(|one| one.dialect()?.dialect_name()).transpose()?,
        })
    }

    /// Returns the attribute inside all wrappers that make it optional, confine it or add a default; the attribute
    /// itself if it is not wrapped.
    pub fn innermost(&self) -> &AttributeConstraint<'s> {
        self.base.as_ref().map_or(self, |base| base.innermost())
    }

    /// Whether it has a default.
    pub fn has_default(&self) -> bool {
        self.default_value.is_some()
    }

    /// Whether it follows from the operation.
    pub fn is_derived(&self) -> bool {
        matches!(self.kind, AttributeKind::Derived { .. })
    }

    /// Returns the dialect that defines the held enum, if any.
    pub(crate) fn enum_dialect(&self) -> Option<&'s str> {
        self.innermost().enum_dialect
    }

    /// Returns the held enum of an attribute that a dialect defines for an enum.
    pub(crate) fn dialect_enum(&self) -> Option<&super::Enum<'s>> {
        self.innermost().dialect_enum.as_deref()
    }

    /// Returns the enum of an enum attribute of either form.
    pub(crate) fn held_enum(&self) -> Option<&super::Enum<'s>> {
        match &self.innermost().kind {
            AttributeKind::Enum(one) => Some(one),
            AttributeKind::Plain | AttributeKind::Derived { .. } | AttributeKind::Type => {
                self.dialect_enum()
            }
        }
    }

    /// Returns the lookup name for bindings: its definition name, or the innermost attribute's definition name if it is
    /// anonymous.
    pub fn binding_name(&self) -> &'s str {
        self.constraint.definition.unwrap_or(self.innermost().record_name)
    }
}

impl<'s> AttributeKind<'s> {
    fn read(record: AttrRecord<'s>) -> Result<AttributeKind<'s>, FieldError> {
        if let Some(derived) = DerivedAttrRecord::from_record(record) {
            return Ok(AttributeKind::Derived { body: derived.body()? });
        }
        if EnumAttrInfoRecord::from_record(record).is_some() {
            let one = super::Enum::read(EnumInfoRecord::new(record.into()))?;
            return Ok(AttributeKind::Enum(Box::new(one)));
        }
        Ok(match TypeAttrRecord::from_record(record) {
            Some(_) => AttributeKind::Type,
            None => AttributeKind::Plain,
        })
    }
}
