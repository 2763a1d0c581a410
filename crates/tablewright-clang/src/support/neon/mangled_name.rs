//! Names of functions and builtins: those of descriptions, with the types of an intrinsic in them.

use tablewright_text::{Append, TextSink, append};

use super::intrinsic::ClassKind;
use super::neon_type::NeonType;

/// Names that show their types already.
const UNCHANGED: [&str; 5] =
    ["vcvt_f16_f32", "vcvt_f32_f16", "vcvt_f32_f64", "vcvt_f64_f32", "vcvt_f32_bf16"];

/// A name with types in it: `vget_lane` becomes `vgetq_lane_s8`.
#[derive(Clone, Copy)]
pub(crate) struct MangledName<'n> {
    /// What stands before the letters for the width of its operands.
    start: &'n str,
    /// Before the types.
    middle: &'n str,
    /// Behind the types: the number of vectors, if there is one.
    end: &'n str,
    types: Option<ShownTypes>,
}

/// What a name shows of types.
#[derive(Clone, Copy)]
struct ShownTypes {
    class: ClassKind,
    result: NeonType,
    /// Where it is another one.
    parameters: Option<NeonType>,
    /// Whether elements are not shown, since the builtin is told its type.
    are_hidden: bool,
}

impl<'n> MangledName<'n> {
    pub(super) fn new(
        name: &'n str,
        class: ClassKind,
        result: NeonType,
        parameters: NeonType,
        are_hidden: bool,
    ) -> MangledName<'n> {
        if UNCHANGED.contains(&name) {
            return MangledName { start: name, middle: "", end: "", types: None };
        }
        let parameters = Some(parameters).filter(|&parameters| parameters != result);
        let (rest, end) = match name.as_bytes() {
            [.., b'_', b'x', b'0'..=b'9'] => name.split_at(name.len() - 3),
            _ => (name, ""),
        };
        let (start, middle) = rest.split_at(rest.find('_').unwrap_or(rest.len()));
        let types = Some(ShownTypes { class, result, parameters, are_hidden });
        MangledName { start, middle, end, types }
    }

    /// Whether both names are the same text.
    pub(super) fn is_as(self, other: MangledName<'_>) -> bool {
        let [mut own, mut others] = [String::new(), String::new()];
        append!(&mut own, self);
        append!(&mut others, other);
        own == others
    }
}

impl Append for MangledName<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        out.push_str(self.start);
        let Some(ShownTypes { class, result, parameters, are_hidden }) = self.types else { return };
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
        out.push_str(self.middle);
        if !are_hidden {
            append!(out, "_", TypeCode { ty: result, class });
        }
        out.push_str(self.end);
        if let Some(ty) = parameters {
            out.push('_');
            if !are_hidden {
                append!(out, TypeCode { ty, class });
            }
        }
        if are_hidden {
            out.push_str("_v");
        }
    }
}

/// The kind and width of an element, as names show them: `u8`.
#[derive(Clone, Copy)]
pub(crate) struct TypeCode {
    pub(super) ty: NeonType,
    pub(super) class: ClassKind,
}

impl Append for TypeCode {
    fn append_to(&self, out: &mut impl TextSink) {
        let TypeCode { ty, class } = self;
        if ty.is_bfloat() {
            return out.push_str("bf16");
        }
        let letter = match class {
            ClassKind::Integer if ty.is_poly() || ty.is_integer() => 'i',
            _ if ty.is_poly() => 'p',
            _ if ty.is_unsigned() => 'u',
            _ if ty.is_integer() => 's',
            _ => 'f',
        };
        append!(out, letter, ty.element_bits());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, class: ClassKind, types: [&str; 2], are_hidden: bool, expected: &str) {
        let [result, parameters] =
            types.map(|spec| NeonType::of_spec(spec).expect("specifications are right"));
        let mut text = String::new();
        append!(&mut text, MangledName::new(name, class, result, parameters, are_hidden));
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
