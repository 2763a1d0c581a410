//! Function and builtin names: names from descriptions, combined with an intrinsic's types.

use tablewright_text::{Append, TextSink, append};

use super::neon_type::NeonType;
use crate::vector_intrinsics::c_type::{Element, ElementKind, ShortForm};

/// Names that already contain their types.
const UNCHANGED: [&str; 5] =
    ["vcvt_f16_f32", "vcvt_f32_f16", "vcvt_f32_f64", "vcvt_f64_f32", "vcvt_f32_bf16"];

/// The form in which a builtin's name represents its types.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClassKind {
    /// Sign and width: `u8`.
    Signed,
    /// Width only: `i8`.
    Integer,
    /// Width only: `8`.
    Width,
    /// None: the type is an argument.
    Any,
    /// None: the name in the description contains the types.
    Void,
    /// Another class.
    Other,
}

/// Positions of types in a name.
#[derive(Clone, Copy)]
pub(super) struct NameParts {
    /// Length of the name before the width letters of operands.
    start: usize,
    /// Length of the name before the types; `None` if the name already contains its types.
    before_types: Option<usize>,
}

impl NameParts {
    pub(super) fn from_name(name: &str) -> NameParts {
        if UNCHANGED.contains(&name) {
            return NameParts { start: name.len(), before_types: None };
        }
        // Types precede the number of vectors.
        let before_types = match name.as_bytes() {
            [.., b'_', b'x', b'0'..=b'9'] => name.len() - 3,
            _ => name.len(),
        };
        // The letters precede the suffix for a lane or scalar operand.
        let start = name.find('_').unwrap_or(name.len());
        NameParts { start, before_types: Some(before_types) }
    }
}

/// A name with types: `vget_lane` becomes `vgetq_lane_s8`.
#[derive(Clone, Copy)]
pub(crate) struct MangledName<'n> {
    pub(super) name: &'n str,
    pub(super) parts: NameParts,
    pub(super) types: ShownTypes,
}

/// The types that a name represents.
#[derive(Clone, Copy)]
pub(super) struct ShownTypes {
    pub(super) class: ClassKind,
    pub(super) result: NeonType,
    /// If it differs from the first type.
    pub(super) parameters: Option<NeonType>,
    /// Whether elements are omitted, since the builtin takes the type number as an argument.
    pub(super) are_hidden: bool,
}

impl MangledName<'_> {
    /// Whether both names have the same text.
    pub(super) fn is_as(self, other: MangledName<'_>) -> bool {
        let [mut own, mut others] = [String::new(), String::new()];
        append!(&mut own, self);
        append!(&mut others, other);
        own == others
    }
}

impl Append for MangledName<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        let NameParts { start, before_types } = self.parts;
        let Some(before_types) = before_types else { return out.push_str(self.name) };
        let ShownTypes { class, result, parameters, are_hidden } = self.types;
        out.push_str(&self.name[..start]);
        if result.bits() == 128 && !result.no_mangling_q {
            out.push('q');
        }
        if result.is_scalar_for_mangling {
            match result.element_bits() {
                8 => out.push('b'),
                16 => out.push('h'),
                32 => out.push('s'),
                64 => out.push('d'),
                _ => {}
            }
        }
        out.push_str(&self.name[start..before_types]);
        if class == ClassKind::Void {
            return out.push_str(&self.name[before_types..]);
        }
        if !are_hidden {
            append!(out, "_", type_code(result, class));
        }
        out.push_str(&self.name[before_types..]);
        if let Some(ty) = parameters {
            out.push('_');
            if !are_hidden {
                append!(out, type_code(ty, class));
            }
        }
        if are_hidden {
            out.push_str("_v");
        }
    }
}

/// Returns the kind and width of an element in a name: `u8`, or the width only: `i8`.
fn type_code(ty: NeonType, class: ClassKind) -> ShortForm {
    let is_integer = ty.is_integer() || ty.is(ElementKind::Poly);
    if class == ClassKind::Integer && is_integer {
        Element::new(ElementKind::Signed, ty.element_bits()).short("i")
    } else {
        ty.short()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, class: ClassKind, types: [&str; 2], are_hidden: bool, expected: &str) {
        let [result, parameters] =
            types.map(|spec| NeonType::from_spec(spec).expect("specifications are right"));
        let parameters = Some(parameters).filter(|&ty| ty != result);
        let types = ShownTypes { class, result, parameters, are_hidden };
        let mut text = String::new();
        append!(&mut text, MangledName { name, parts: NameParts::from_name(name), types });
        assert_eq!(text, expected);
    }

    #[test]
    fn widths_stand_before_what_names_an_operand() {
        check("vadd", ClassKind::Signed, ["Uc"; 2], false, "vadd_u8");
        check("vadd", ClassKind::Signed, ["QUc"; 2], false, "vaddq_u8");
        check("vget_lane", ClassKind::Integer, ["QPs"; 2], false, "vgetq_lane_i16");
        check("vget_low", ClassKind::Signed, ["Hf"; 2], false, "vget_low_f32");
        check("vqadd", ClassKind::Signed, ["Sl"; 2], false, "vqaddd_s64");
    }

    #[test]
    fn types_stand_before_the_number_of_vectors() {
        check("vld1_x2", ClassKind::Signed, ["Qb"; 2], false, "vld1q_bf16_x2");
        check("vld1_x2", ClassKind::Any, ["Qc"; 2], true, "vld1q_x2_v");
        check("vld1_dup", ClassKind::Any, ["c"; 2], true, "vld1_dup_v");
    }

    #[test]
    fn reinterpretations_show_two_types() {
        check("vreinterpret", ClassKind::Signed, ["Qf", "QPl"], false, "vreinterpretq_f32_p64");
        check("vreinterpret", ClassKind::Any, ["f", "i"], true, "vreinterpret__v");
    }

    #[test]
    fn some_names_show_their_types_already() {
        check("vcvt_f16_f32", ClassKind::Signed, ["Qf"; 2], false, "vcvt_f16_f32");
    }
}
