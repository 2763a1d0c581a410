//! `arm_mve.h` and `arm_cde.h`: vector types and function declarations.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append, text_block};

use super::code_template::MveCppType;
use super::function_macro::{self, FunctionMacro};
use super::intrinsic::{MveIntrinsic, MveIntrinsics};
use super::mve_type::{MveType, MveTypes, register_lanes};
use crate::vector_intrinsics::c_type::{Element, ElementKind};
use crate::vector_intrinsics::family::IntrinsicFamily;

/// Differences between the headers for MVE and CDE.
struct HeaderFormat {
    title: &'static str,
    include_guard: &'static str,
    /// Structures of vectors for loads and stores, by number of vectors.
    structures: &'static [u32],
    parts: &'static [HeaderPart],
}

/// Functions with the same required features, and the types that only they use.
struct HeaderPart {
    /// The preprocessor condition; empty if there is none.
    condition: &'static str,
    typedefs: Typedefs,
    /// The prefix of function names.
    name_prefix: &'static str,
    contains: fn(&MveDeclaration<'_>) -> bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Typedefs {
    None,
    /// Predicates and integer vectors.
    Integers,
    /// Floating-point numbers and vectors.
    Floats,
}

/// Names without an underscore are reserved for the user, who can disable such names in the header.
const MVE: HeaderFormat = HeaderFormat {
    title: "arm_mve.h - Intrinsics of MVE -----------------------------------===",
    include_guard: "__ARM_MVE_H",
    structures: &[2, 4],
    parts: &[
        part("", Typedefs::Integers, "__arm_", |function| !function.requires_float),
        part("(__ARM_FEATURE_MVE & 2)", Typedefs::Floats, "__arm_", |function| {
            function.requires_float
        }),
        part("(!defined __ARM_MVE_PRESERVE_USER_NAMESPACE)", Typedefs::None, "", |function| {
            !function.requires_float
        }),
        part(
            "(__ARM_FEATURE_MVE & 2) && (!defined __ARM_MVE_PRESERVE_USER_NAMESPACE)",
            Typedefs::None,
            "",
            |function| function.requires_float,
        ),
    ],
};

const CDE: HeaderFormat = HeaderFormat {
    title: "arm_cde.h - Intrinsics of CDE -----------------------------------===",
    include_guard: "__ARM_CDE_H",
    structures: &[],
    parts: &[
        part("", Typedefs::None, "__arm_", |function| {
            !function.requires_mve && !function.requires_float
        }),
        part("__ARM_FEATURE_MVE", Typedefs::Integers, "__arm_", |function| {
            function.requires_mve && !function.requires_float
        }),
        part("__ARM_FEATURE_MVE & 2", Typedefs::Floats, "__arm_", |function| {
            function.requires_float
        }),
    ],
};

const fn part(
    condition: &'static str,
    typedefs: Typedefs,
    name_prefix: &'static str,
    contains: fn(&MveDeclaration<'_>) -> bool,
) -> HeaderPart {
    HeaderPart { condition, typedefs, name_prefix, contains }
}

struct MveHeader<'i> {
    format: &'static HeaderFormat,
    extension: &'static str,
    types: &'i MveTypes,
    typedefs: Vec<VectorTypedef>,
    declarations: Vec<MveDeclaration<'i>>,
    macros: Vec<FunctionMacro<'i>>,
}

/// A vector type.
struct VectorTypedef {
    element: Element,
    lanes: u32,
    element_name: String,
    name: String,
    /// Structures of several vectors, each with the number of vectors.
    structures: Vec<(u32, String)>,
}

/// A function in the header.
#[derive(Clone, Copy)]
struct MveDeclaration<'i> {
    intrinsic: MveIntrinsic<'i>,
    /// The extension in the builtin's name.
    extension: &'i str,
    requires_float: bool,
    requires_mve: bool,
    /// Whether other functions have the same name.
    is_overloaded: bool,
    name: &'i str,
}

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics = MveIntrinsics::for_job(job, family)?;
    let is_cde = family == IntrinsicFamily::Cde;
    let format = if is_cde { &CDE } else { &MVE };
    let mut typedefs = vector_typedefs(intrinsics, format.structures);
    if is_cde {
        // 64-bit floating-point numbers exist, but vectors of them do not.
        let wide_float = Element { kind: ElementKind::Float, bits: 64 };
        typedefs.retain(|typedef| typedef.element != wide_float);
    }
    let header = MveHeader {
        format,
        extension: family.name(),
        types: &intrinsics.types,
        typedefs,
        declarations: declarations(intrinsics.iter(job.store), family),
        macros: if is_cde { function_macro::collect(job.store)? } else { Vec::new() },
    };
    job.write_cpp(|w| emit(&header, w))
}

/// Returns the vectors for all scalars except for scalars with custom names, with structures of
/// vectors.
fn vector_typedefs(intrinsics: &MveIntrinsics, structures: &[u32]) -> Vec<VectorTypedef> {
    let types = &intrinsics.types;
    let mut typedefs = Vec::new();
    for &scalar in &intrinsics.scalars {
        let MveType::Scalar { element, own_name: None } = types.get(scalar) else { continue };
        // A type without a size does not have vectors.
        let Some(lanes) = register_lanes(element) else { continue };
        let structure =
            |&vectors| (vectors, types.name_in_c(MveType::MultiVector { element, lanes, vectors }));
        typedefs.push(VectorTypedef {
            element,
            lanes,
            element_name: types.c_name(scalar).to_owned(),
            name: types.name_in_c(MveType::Vector { element, lanes }),
            structures: structures.iter().map(structure).collect(),
        });
    }
    typedefs
}

/// Returns the functions for all intrinsics. Each full name precedes the short name.
fn declarations<'i>(
    intrinsics: impl ExactSizeIterator<Item = MveIntrinsic<'i>>,
    family: IntrinsicFamily,
) -> Vec<MveDeclaration<'i>> {
    let mut declarations = Vec::with_capacity(2 * intrinsics.len());
    for intrinsic in intrinsics {
        let flags = intrinsic.flags();
        let full_name = Some(intrinsic.full_name()).filter(|_| !flags.is_short_name_only);
        let requires_float = intrinsic.requires_float();
        let requires_mve = intrinsic.requires_mve();
        // Some CDE functions use MVE builtins. All MVE functions use MVE builtins.
        let is_mve = family == IntrinsicFamily::Mve;
        let extension = if is_mve { "mve" } else { intrinsic.extension() };
        for (name, is_overloaded) in [(full_name, false), (intrinsic.short_name(), true)] {
            let Some(name) = name else { continue };
            declarations.push(MveDeclaration {
                intrinsic,
                extension,
                requires_float,
                requires_mve,
                is_overloaded,
                name,
            });
        }
    }
    declarations
}

fn emit(header: &MveHeader<'_>, w: &mut CppWriter) {
    emit_start(header, w);
    for part in header.format.parts {
        if !part.condition.is_empty() {
            append!(w, "#if ", part.condition, "\n\n");
        }
        emit_part(header, part, w);
        w.blank();
        if !part.condition.is_empty() {
            append!(w, "#endif /* ", part.condition, " */\n\n");
        }
    }
    text_block!(
        w,
        "
        #ifdef __cplusplus
        }} /* extern \"C\" */
        #endif

        #endif /* {} */
        ",
        header.format.include_guard
    );
}

/// Writes the header's start, up to the types.
fn emit_start(header: &MveHeader<'_>, w: &mut CppWriter) {
    let MveHeader { format: HeaderFormat { title, include_guard, .. }, extension, .. } = header;
    text_block!(
        w,
        "
        /*===---- {title}
         *
         * Generated by tablewright. Do not edit.
         *
         *===-----------------------------------------------------------------------===
         */

        #ifndef {include_guard}
        #define {include_guard}

        #if !__ARM_FEATURE_{extension}
        #error \"{extension} support not enabled\"
        #endif

        #include <stdint.h>

        #ifdef __cplusplus
        extern \"C\" {{
        #endif

        "
    );
}

fn emit_part(header: &MveHeader<'_>, part: &HeaderPart, w: &mut CppWriter) {
    let is_float = |typedef: &&VectorTypedef| typedef.element.kind == ElementKind::Float;
    match part.typedefs {
        Typedefs::None => {}
        Typedefs::Integers => {
            w.raw("typedef uint16_t mve_pred16_t;\n");
            emit_vector_typedefs(header.typedefs.iter().filter(|typedef| !is_float(typedef)), w);
        }
        Typedefs::Floats => {
            w.raw("typedef __fp16 float16_t;\ntypedef float float32_t;\n");
            emit_vector_typedefs(header.typedefs.iter().filter(is_float), w);
        }
    }
    for declaration in header.declarations.iter().filter(|function| (part.contains)(function)) {
        emit_declaration(declaration, header.types, part.name_prefix, w);
    }
    if part.typedefs == Typedefs::Integers {
        emit_macros(&header.macros, w);
    }
}

fn emit_vector_typedefs<'t>(typedefs: impl Iterator<Item = &'t VectorTypedef>, w: &mut CppWriter) {
    for VectorTypedef { lanes, element_name, name, structures, .. } in typedefs {
        append!(w, "typedef __attribute__((__neon_vector_type__(", lanes, "), ");
        append!(w, "__clang_arm_mve_strict_polymorphism)) ", element_name, " ", name, ";\n");
        for (vectors, structure) in structures {
            append!(w, "typedef struct { ", name, " val[", vectors, "]; } ", structure, ";\n");
        }
    }
    w.blank();
}

/// Writes a function declaration. Clang shows its last line in messages.
fn emit_declaration(
    declaration: &MveDeclaration<'_>,
    types: &MveTypes,
    name_prefix: &str,
    w: &mut CppWriter,
) {
    let MveDeclaration { intrinsic, extension, is_overloaded, name, .. } = *declaration;
    append!(w, "static __inline__ __attribute__((");
    append!(w, if is_overloaded { "__overloadable__, " } else { "" });
    append!(w, "__clang_arm_builtin_alias(__builtin_arm_", extension, "_");
    append!(w, intrinsic.full_name(), ")))\n");
    append!(w, MveCppType(types.c_name(intrinsic.result())), name_prefix, name, "(");
    for (i, &operand) in intrinsic.operands().iter().enumerate() {
        append!(w, if i > 0 { ", " } else { "" }, types.c_name(operand));
    }
    append!(w, ");\n");
}

fn emit_macros(macros: &[FunctionMacro<'_>], w: &mut CppWriter) {
    for FunctionMacro { name, parameters, definition } in macros {
        append!(w, "#define __arm_", name, "(", &parameters.join(", ")[..], ") ", definition);
        w.blank();
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::lines;

    use crate::test_support::output;

    const CLASSES: &str = include_str!("../../../../../tests/data/arm-mve-header/classes.td");

    /// Checks the declarations of an intrinsic.
    fn check(record: &str, expected: Expect) {
        let output = output("gen-arm-mve-header", &format!("{CLASSES}{record}"));
        expected.assert_eq(&lines(&output, &[" vx", " __arm_vx", "alias(", "error"]));
    }

    #[test]
    fn a_full_name_ends_with_the_type_and_a_short_name_is_overloaded() {
        check(
            "let params = [s8, f32] in
             def vx : Intrinsic<Vector, (args Vector:$a), (add $a, $a)>;",
            expect![[r##"
                #error "MVE support not enabled"
                static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vx_s8)))
                int8x16_t __arm_vx_s8(int8x16_t);
                static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vx_s8)))
                int8x16_t __arm_vx(int8x16_t);
                static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vx_f32)))
                float32x4_t __arm_vx_f32(float32x4_t);
                static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vx_f32)))
                float32x4_t __arm_vx(float32x4_t);
                static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vx_s8)))
                int8x16_t vx_s8(int8x16_t);
                static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vx_s8)))
                int8x16_t vx(int8x16_t);
                static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vx_f32)))
                float32x4_t vx_f32(float32x4_t);
                static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vx_f32)))
                float32x4_t vx(float32x4_t);
            "##]],
        );
    }

    #[test]
    fn an_intrinsic_without_parameter_has_one_name() {
        check(
            "let pnt = PNT_None in def vx : Intrinsic<u64, (args u64:$a), (add $a, 1)>;",
            expect![[r##"
                #error "MVE support not enabled"
                static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vx)))
                uint64_t __arm_vx(uint64_t);
                static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vx)))
                uint64_t vx(uint64_t);
            "##]],
        );
    }

    #[test]
    fn a_suffix_in_the_middle_is_left_out_of_the_short_name() {
        check(
            "let params = [u8], pnt = PNT_NType in
             def vx_n : Intrinsic<Vector, (args Vector:$a), (add $a, $a)>;",
            expect![[r##"
                #error "MVE support not enabled"
                static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vx_n_u8)))
                uint8x16_t __arm_vx_n_u8(uint8x16_t);
                static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vx_n_u8)))
                uint8x16_t __arm_vx(uint8x16_t);
                static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vx_n_u8)))
                uint8x16_t vx_n_u8(uint8x16_t);
                static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vx_n_u8)))
                uint8x16_t vx(uint8x16_t);
            "##]],
        );
    }

    #[test]
    fn a_polymorphic_intrinsic_has_the_short_name_only() {
        check(
            "let params = [s32], polymorphicOnly = 1 in
             def vx : Intrinsic<Vector, (args Vector:$a), (add $a, $a)>;",
            expect![[r##"
                #error "MVE support not enabled"
                static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vx_s32)))
                int32x4_t __arm_vx(int32x4_t);
                static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vx_s32)))
                int32x4_t vx(int32x4_t);
            "##]],
        );
    }

    #[test]
    fn a_name_that_is_overridden_is_the_name_of_another_record() {
        check(
            "let params = [u8] in
             def internal : Intrinsic<Vector, (args Vector:$a), (add $a, $a)>, NameOverride<\"vx\">;",
            expect![[r##"
                #error "MVE support not enabled"
                static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vx_u8)))
                uint8x16_t __arm_vx_u8(uint8x16_t);
                static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vx_u8)))
                uint8x16_t __arm_vx(uint8x16_t);
                static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vx_u8)))
                uint8x16_t vx_u8(uint8x16_t);
                static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vx_u8)))
                uint8x16_t vx(uint8x16_t);
            "##]],
        );
    }
}
