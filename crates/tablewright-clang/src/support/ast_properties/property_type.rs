//! The type of a property, and what it is called in C++.
//!
//! A type with a name of its own is a class or an enumeration. `Array` and `Optional` of another type
//! are anonymous records.

use tablewright_records::{FieldError, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::Direction;
use crate::record_views::ast_node::{ArrayRecord, PropertyRecord, PropertyTypeRecord};

/// How many `Array` and `Optional` may lie in each other.
const MAX_DEPTH: usize = 500;

/// A record of class `PropertyType`.
#[derive(Clone, Copy)]
pub(super) struct PropertyType<'s>(pub(super) PropertyTypeRecord<'s>);

/// What a property type is made of.
pub(super) enum Shape<'s> {
    Named,
    Array(PropertyType<'s>),
    Optional(PropertyType<'s>),
    /// An anonymous record of another class.
    Unknown,
}

impl<'s> PropertyType<'s> {
    /// The name in C++.
    pub(super) fn cxx_name(self) -> Result<&'s str, FieldError> {
        self.0.cxx_name()
    }

    /// The name in the names of methods.
    pub(super) fn abstract_name(self) -> &'s str {
        self.0.name()
    }

    pub(super) fn is_const_when_writing(self) -> Result<bool, FieldError> {
        self.0.is_const_when_writing()
    }

    pub(super) fn is_generic(self) -> bool {
        self.0.is_anonymous()
    }

    pub(super) fn shape(self) -> Result<Shape<'s>, FieldError> {
        if !self.is_generic() {
            Ok(Shape::Named)
        } else if self.0.inherits("Array") {
            Ok(Shape::Array(self.element()?))
        } else if self.0.inherits("Optional") {
            Ok(Shape::Optional(self.element()?))
        } else {
            Ok(Shape::Unknown)
        }
    }

    fn element(self) -> Result<PropertyType<'s>, FieldError> {
        ArrayRecord::new(self.0.into()).element().map(PropertyType)
    }

    /// The type in C++ of a variable that holds a value.
    pub(super) fn value_type(self, direction: Direction) -> Result<String, FieldError> {
        let mut text = String::new();
        let mut depth = 0;
        let mut ty = self;
        loop {
            ty = match ty.shape()? {
                Shape::Named => break,
                Shape::Array(element) => {
                    text += "llvm::ArrayRef<";
                    element
                }
                Shape::Optional(element) => {
                    text += "std::optional<";
                    element
                }
                Shape::Unknown => return Err(ty.error("unexpected generic property type")),
            };
            depth += 1;
            if depth > MAX_DEPTH {
                return Err(ty.error("the type of a property is nested too deeply"));
            }
        }
        if direction == Direction::Write && ty.is_const_when_writing()? {
            text += "const ";
        }
        text += ty.cxx_name()?;
        text.extend(std::iter::repeat_n('>', depth));
        Ok(text)
    }

    /// The name of the method that reads or writes a value, as it is called.
    pub(super) fn method(self, direction: Direction) -> Result<String, FieldError> {
        let (name, element) = match self.shape()? {
            Shape::Named => {
                return Ok(format!("{}{}", direction.method(), self.abstract_name()));
            }
            Shape::Array(element) => ("Array", element),
            Shape::Optional(element) => ("Optional", element),
            Shape::Unknown => return Err(self.error("unexpected generic property type")),
        };
        Ok(match direction {
            Direction::Read => format!("template read{name}<{}>", element.value_type(direction)?),
            // A writer finds out the type of the elements from its argument, `const` or not.
            Direction::Write => format!("write{name}"),
        })
    }

    /// The types of the elements for which reading needs buffers.
    pub(super) fn buffers(self) -> Result<Vec<String>, FieldError> {
        let elements = self.0.buffer_element_types()?;
        elements.into_iter().map(|ty| PropertyType(ty).value_type(Direction::Read)).collect()
    }

    /// Adds what is wrong with the type of `property` to `errors`.
    pub(super) fn validate(
        self,
        property: PropertyRecord<'s>,
        errors: &mut Vec<Diagnostic>,
    ) -> Result<(), FieldError> {
        let mut report = |ty: PropertyType<'s>, message: &str| {
            let mut error = Diagnostic::from(ty.error(message));
            error.note(Some(property.pos()), "type used here");
            errors.push(error);
        };
        let mut optional = Vec::new();
        let mut ty = self;
        for _ in 0..MAX_DEPTH {
            ty = match ty.shape()? {
                Shape::Array(element) => element,
                Shape::Optional(element) => {
                    optional.push(element);
                    element
                }
                Shape::Unknown => {
                    report(ty, "unknown generic property type");
                    break;
                }
                Shape::Named => {
                    if ty.cxx_name()?.is_empty() {
                        report(ty, "type is not generic but has no C++ type name");
                    }
                    break;
                }
            };
        }
        // What lies inside is reported first.
        for ty in optional.into_iter().rev() {
            if ty.0.pack_optional()?.is_empty() {
                report(ty, "type doesn't provide optional-packing code");
            } else if ty.0.unpack_optional()?.is_empty() {
                report(ty, "type doesn't provide optional-unpacking code");
            }
        }
        Ok(())
    }

    fn error(self, message: &str) -> FieldError {
        FieldError::new(Code::PropertyRules, self.0, message)
    }
}
