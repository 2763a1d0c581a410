//! `fpm_t`, the value of the register with the formats of 8-bit floating-point numbers, and
//! functions that set its fields. ACLE, the Arm C Language Extensions, specifies them.

use tablewright_text::{CppWriter, append, text_block};

/// A function that sets a register field.
struct NeonField {
    /// The name after `__arm_set_fpm_`.
    name: &'static str,
    /// The parameter's type and name.
    parameter: (&'static str, &'static str),
    /// A mask for the register bits to keep; `None` for the low half.
    mask: Option<&'static str>,
    /// The field's value before the shift.
    value: &'static str,
    /// The field's lowest bit.
    shift: u32,
}

const FORMAT: (&str, &str) = ("enum __ARM_FPM_FORMAT ", "__format");
const OVERFLOW: (&str, &str) = ("enum __ARM_FPM_OVERFLOW ", "__behaviour");

const FIELDS: [NeonField; 8] = [
    field("src1_format", FORMAT, Some("~7ull"), "(fpm_t)__format", 0),
    field("src2_format", FORMAT, Some("~0x38ull"), "(fpm_t)__format", 3),
    field("dst_format", FORMAT, Some("~0x1c0ull"), "(fpm_t)__format", 6),
    field("overflow_mul", OVERFLOW, Some("~0x4000ull"), "(fpm_t)__behaviour", 14),
    field("overflow_cvt", OVERFLOW, Some("~0x8000ull"), "(fpm_t)__behaviour", 15),
    field("lscale", ("uint64_t ", "__scale"), Some("~0x7f0000ull"), "__scale", 16),
    field(
        "nscale",
        ("int64_t ", "__scale"),
        Some("~0xff000000ull"),
        "((fpm_t)__scale & 0xffu)",
        24,
    ),
    field("lscale2", ("uint64_t ", "__scale"), None, "__scale", 32),
];

const fn field(
    name: &'static str,
    parameter: (&'static str, &'static str),
    mask: Option<&'static str>,
    value: &'static str,
    shift: u32,
) -> NeonField {
    NeonField { name, parameter, mask, value, shift }
}

/// Writes the type and its functions. `declares_scales`: whether functions that set a scale are declared only.
pub(super) fn emit(declares_scales: bool, w: &mut CppWriter) {
    const HEAD: &str = "static __inline__ fpm_t __attribute__((__always_inline__, __nodebug__))\n";
    text_block!(
        w,
        "

        typedef uint64_t fpm_t;

        enum __ARM_FPM_FORMAT {{ __ARM_FPM_E5M2, __ARM_FPM_E4M3 }};

        enum __ARM_FPM_OVERFLOW {{ __ARM_FPM_INFNAN, __ARM_FPM_SATURATE }};

        "
    );
    append!(w, HEAD, "__arm_fpm_init(void) {\n  return 0;\n}\n\n");
    for NeonField { name, parameter: (ty, parameter), mask, value, shift } in &FIELDS {
        if declares_scales && *parameter == "__scale" {
            w.raw("__inline__ fpm_t __attribute__((__always_inline__, __nodebug__)) ");
            append!(w, "__arm_set_fpm_", name, "(fpm_t __fpm, ", ty, parameter, ");\n");
            continue;
        }
        append!(w, HEAD, "__arm_set_fpm_", name, "(fpm_t __fpm, ", ty, parameter, ") {\n");
        match mask {
            Some(mask) => append!(w, "  return (__fpm & ", mask, ") | "),
            None => append!(w, "  return (uint32_t)__fpm | "),
        }
        match shift {
            0 => append!(w, value),
            shift => append!(w, "(", value, " << ", shift, "u)"),
        }
        append!(w, ";\n}\n\n");
    }
}
