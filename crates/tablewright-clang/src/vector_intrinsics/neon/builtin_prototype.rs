//! Builtin prototypes as type strings.

use tablewright_text::append;

use super::mangled_name::ClassKind;
use super::neon_type::NeonType;
use crate::vector_intrinsics::c_type::ElementKind;

/// A builtin's types.
#[derive(Clone, Copy)]
pub(crate) struct BuiltinPrototype<'a> {
    pub(super) class: ClassKind,
    pub(super) result: NeonType,
    pub(super) parameters: &'a [NeonType],
}

impl BuiltinPrototype<'_> {
    /// Appends the prototype's type strings.
    ///
    /// # Errors
    /// A message, if a builtin cannot have such a type.
    pub(super) fn push_type_strings(&self, text: &mut String) -> Result<(), String> {
        if self.result.vectors() > 1 {
            // A structure is stored through a pointer.
            text.push_str("vv*");
        } else {
            append!(text, self.result_type().type_string()?);
        }
        for &parameter in self.parameters {
            let string = self.parameter_type(parameter).type_string()?;
            // Each vector of a structure is a separate parameter.
            for _ in 0..parameter.vectors().max(1) {
                append!(text, string);
            }
        }
        if self.class == ClassKind::Any {
            // The type for which the builtin is called.
            text.push('i');
        }
        Ok(())
    }

    fn parameter_type(&self, parameter: NeonType) -> NeonType {
        let mut ty = parameter;
        if ty.is(ElementKind::Poly) {
            ty = ty.integers(ty.element_bits(), false);
        }
        if self.class == ClassKind::Any && !ty.is_scalar() {
            ty = ty.integers(8, true);
        }
        if ty.is_float(16) && ty.is_vector() && !ty.is_scalar_for_mangling {
            ty = ty.integers(8, true);
        }
        if self.class == ClassKind::Integer && ty.is_integer() {
            ty = ty.with_kind(ElementKind::Signed);
        }
        if parameter.is_immediate { ty.immediate() } else { ty }
    }

    /// Returns the type of a result that is not a structure.
    fn result_type(&self) -> NeonType {
        let mut result = self.result;
        let is_sized = matches!(self.class, ClassKind::Integer | ClassKind::Width);
        let is_integer = result.is_integer() || result.is(ElementKind::Fpm);
        if result.is(ElementKind::Poly) || is_sized && result.is_scalar() && is_integer {
            result = result.integers(result.element_bits(), false);
        }
        if !result.is_scalar() && result.is(ElementKind::Unsigned) {
            result = result.with_kind(ElementKind::Signed);
        }
        if self.class == ClassKind::Any && result.is_vector() {
            result = result.integers(8, true);
        }
        result
    }
}
