//! The prototypes of builtins.

use super::mangled_name::ClassKind;
use super::neon_type::NeonType;

/// The types of a builtin.
#[derive(Clone, Copy)]
pub(crate) struct BuiltinPrototype<'a> {
    pub(super) class: ClassKind,
    pub(super) result: NeonType,
    pub(super) parameters: &'a [NeonType],
}

impl BuiltinPrototype<'_> {
    /// Adds the prototype in the short form that Clang reads.
    ///
    /// # Errors
    /// A message, if a type has no short form.
    pub(crate) fn push_short_form(&self, text: &mut String) -> Result<(), String> {
        let class = self.class;
        if self.result.vectors() > 1 {
            // A structure is stored through a pointer.
            text.push_str("vv*");
        } else {
            self.result_type().push_short_form(text)?;
        }
        for &parameter in self.parameters {
            let mut ty = parameter;
            if ty.is_poly() {
                ty = ty.integers(ty.element_bits(), false);
            }
            if class == ClassKind::Any && !ty.is_scalar() {
                ty = ty.integers(8, true);
            }
            if ty.is_half() && ty.is_vector() && !ty.is_scalar_for_mangling {
                ty = ty.integers(8, true);
            }
            if class == ClassKind::Integer && ty.is_integer() {
                ty = ty.signed();
            }
            if parameter.is_immediate {
                ty = ty.immediate();
            }
            ty.push_short_form(text)?;
        }
        if class == ClassKind::Any {
            // The type.
            text.push('i');
        }
        Ok(())
    }

    /// The type of a result that is no structure.
    fn result_type(&self) -> NeonType {
        let mut result = self.result;
        if matches!(self.class, ClassKind::Integer | ClassKind::Width)
            && result.is_scalar()
            && !result.is_floating()
            && !result.is_bfloat()
        {
            result = result.integers(result.element_bits(), false);
        }
        if result.is_poly() {
            result = result.integers(result.element_bits(), false);
        }
        if !result.is_scalar() && result.is_unsigned() {
            result = result.signed();
        }
        if self.class == ClassKind::Any && result.is_vector() {
            result = result.integers(8, true);
        }
        result
    }
}
