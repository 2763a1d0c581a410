//! Property types, and their C++ types.
//!
//! A named type is a class or an enumeration. `Array` and `Optional` types are anonymous records.

use tablewright_records::{FieldError, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::Direction;
use crate::record_views::ast_node::{ArrayRecord, PropertyRecord, PropertyTypeRecord};

/// Maximum nesting depth of `Array` and `Optional`.
const MAX_DEPTH: usize = 500;

/// A record of class `PropertyType`.
#[derive(Clone, Copy)]
pub(super) struct PropertyType<'s>(pub(super) PropertyTypeRecord<'s>);

/// A property type's structure.
pub(super) enum AstPropertyShape<'s> {
    Named,
    Array(PropertyType<'s>),
    Optional(PropertyType<'s>),
    /// An anonymous record of another class.
    Unknown,
}

impl<'s> PropertyType<'s> {
    /// Returns the C++ name.
    pub(super) fn cxx_name(self) -> Result<&'s str, FieldError> {
        self.0.cxx_name()
    }

    /// Returns the name used in method names.
    pub(super) fn abstract_name(self) -> &'s str {
        self.0.name()
    }

    pub(super) fn is_const_when_writing(self) -> Result<bool, FieldError> {
        self.0.is_const_when_writing()
    }

    pub(super) fn is_generic(self) -> bool {
        self.0.is_anonymous()
    }

    pub(super) fn shape(self) -> Result<AstPropertyShape<'s>, FieldError> {
        if !self.is_generic() {
            Ok(AstPropertyShape::Named)
        } else if self.0.inherits("Array") {
            Ok(AstPropertyShape::Array(self.element()?))
        } else if self.0.inherits("Optional") {
            Ok(AstPropertyShape::Optional(self.element()?))
        } else {
            Ok(AstPropertyShape::Unknown)
        }
    }

    fn element(self) -> Result<PropertyType<'s>, FieldError> {
        ArrayRecord::new(self.0.into()).element().map(PropertyType)
    }

    /// Returns the C++ type of a variable with a value.
    pub(super) fn value_type(self, direction: Direction) -> Result<String, FieldError> {
        let mut text = String::new();
        let mut depth = 0;
        let mut ty = self;
        loop {
            ty = match ty.shape()? {
                AstPropertyShape::Named => break,
                AstPropertyShape::Array(element) => {
                    text += "llvm::ArrayRef<";
                    element
                }
                AstPropertyShape::Optional(element) => {
                    text += "std::optional<";
                    element
                }
                AstPropertyShape::Unknown => {
                    return Err(ty.error("unexpected generic property type"));
                }
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

    /// Returns the method that reads or writes a value, with template arguments.
    pub(super) fn method(self, direction: Direction) -> Result<String, FieldError> {
        let (name, element) = match self.shape()? {
            AstPropertyShape::Named => {
                return Ok(format!("{}{}", direction.method(), self.abstract_name()));
            }
            AstPropertyShape::Array(element) => ("Array", element),
            AstPropertyShape::Optional(element) => ("Optional", element),
            AstPropertyShape::Unknown => return Err(self.error("unexpected generic property type")),
        };
        Ok(match direction {
            Direction::Read => format!("template read{name}<{}>", element.value_type(direction)?),
            // A writer deduces the element type, `const` or not, from its argument.
            Direction::Write => format!("write{name}"),
        })
    }

    /// Returns the element types for which reading needs buffers.
    pub(super) fn buffers(self) -> Result<Vec<String>, FieldError> {
        let elements = self.0.buffer_element_types()?;
        elements.into_iter().map(|ty| PropertyType(ty).value_type(Direction::Read)).collect()
    }

    /// Adds errors in the type of `property` to `errors`.
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
                AstPropertyShape::Array(element) => element,
                AstPropertyShape::Optional(element) => {
                    optional.push(element);
                    element
                }
                AstPropertyShape::Unknown => {
                    report(ty, "unknown generic property type");
                    break;
                }
                AstPropertyShape::Named => {
                    if ty.cxx_name()?.is_empty() {
                        report(ty, "type is not generic but has no C++ type name");
                    }
                    break;
                }
            };
        }
        // Inner types are reported first.
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
