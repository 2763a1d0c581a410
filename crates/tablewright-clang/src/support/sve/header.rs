//! The declarations of functions, as the headers have them.

use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, append};

use super::Extension;
use super::flags::Flags;
use super::intrinsic;
use super::sve_type::SveType;

/// The types between which vectors can be reinterpreted: the element type, and the suffix of names.
const REINTERPRETED: [(&str, &str); 12] = [
    ("c", "s8"),
    ("Uc", "u8"),
    ("s", "s16"),
    ("Us", "u16"),
    ("i", "s32"),
    ("Ui", "u32"),
    ("l", "s64"),
    ("Ul", "u64"),
    ("h", "f16"),
    ("b", "bf16"),
    ("f", "f32"),
    ("d", "f64"),
];

/// A function of the header.
pub(crate) struct Declaration {
    /// Behind `__builtin_sve_`.
    builtin: String,
    /// Whether there are several functions of that name.
    is_overloaded: bool,
    text: String,
}

/// A vector, or a tuple of them, as one of another type.
pub(crate) struct Reinterpretation {
    pub(crate) builtin: String,
    /// In the short form that Clang reads.
    pub(super) prototype: String,
    pub(crate) to: SveType,
    pub(crate) from: SveType,
    pub(crate) to_suffix: &'static str,
    /// What the name of the function says of the other type.
    from_suffix: String,
    vectors: u32,
}

pub(crate) fn reinterpretations() -> Vec<Reinterpretation> {
    let mut all = Vec::new();
    for (vectors, suffix) in [(1, ""), (2, "_x2"), (3, "_x3"), (4, "_x4")] {
        for (to_spec, to_suffix) in REINTERPRETED {
            for (from_spec, from_suffix) in REINTERPRETED {
                let (Ok(to), Ok(from)) = (SveType::of_spec(to_spec), SveType::of_spec(from_spec))
                else {
                    continue;
                };
                let (to, from) = (to.with_vectors(vectors), from.with_vectors(vectors));
                let mut prototype = String::new();
                let is_known = to.push_short_form(&mut prototype).is_ok()
                    && from.push_short_form(&mut prototype).is_ok();
                debug_assert!(is_known, "Clang knows these types");
                let from_suffix = format!("_{from_suffix}{suffix}");
                all.push(Reinterpretation {
                    builtin: format!("reinterpret_{to_suffix}{from_suffix}"),
                    prototype,
                    to,
                    from,
                    to_suffix,
                    from_suffix,
                    vectors,
                });
            }
        }
    }
    all
}

/// The declarations of reinterpretations: for each number of vectors, those with full names first.
pub(crate) fn reinterpretation_declarations() -> Vec<Declaration> {
    let all = reinterpretations();
    let mut declarations = Vec::new();
    for vectors in 1..=4 {
        for is_short in [false, true] {
            for one in all.iter().filter(|one| one.vectors == vectors) {
                let suffix = if is_short { "" } else { &one.from_suffix };
                let mut text = String::new();
                append!(&mut text, one.to, " svreinterpret_", one.to_suffix, suffix);
                append!(&mut text, "(", one.from, " op);");
                let builtin = one.builtin.clone();
                declarations.push(Declaration { builtin, is_overloaded: true, text });
            }
        }
    }
    declarations
}

/// The declarations of all intrinsics: by guards, then those with full names, then by name.
pub(crate) fn declarations(store: &RecordStore) -> Result<Vec<Declaration>, FieldError> {
    let flags = Flags::collect(store)?;
    let intrinsics = intrinsic::collect(store, &flags)?;
    let mut named = Vec::new();
    for intrinsic in &intrinsics {
        let guard = format!("{}{}", intrinsic.guards.sve, intrinsic.guards.sme);
        named.push((guard.clone(), false, intrinsic.name, intrinsic, &intrinsic.full_name));
        if let Some(short) = &intrinsic.short_name {
            named.push((guard, true, intrinsic.name, intrinsic, short));
        }
    }
    named.sort_by(|a, b| (&a.0, a.1, a.2).cmp(&(&b.0, b.1, b.2)));
    let declarations = named.into_iter().map(|(_, is_short, _, intrinsic, name)| Declaration {
        builtin: intrinsic.full_name.clone(),
        // A prototype of one letter has no parameter that could tell functions apart.
        is_overloaded: is_short && intrinsic.prototype.len() > 1,
        text: intrinsic.declaration(name),
    });
    Ok(declarations.collect())
}

/// Writes the macros that declarations begin with.
pub(crate) fn emit_attributes(w: &mut CppWriter) {
    const COMMON: &str = "static __inline__ __attribute__((__always_inline__, __nodebug__";
    append!(w, "/* Function attributes */\n#define __ai ", COMMON, "))\n\n");
    append!(w, "#define __aio ", COMMON, ", __overloadable__))\n\n");
}

pub(crate) fn emit_declarations(
    declarations: &[Declaration],
    extension: Extension,
    w: &mut CppWriter,
) {
    for Declaration { builtin, is_overloaded, text } in declarations {
        append!(w, if *is_overloaded { "__aio" } else { "__ai" });
        append!(w, " __attribute__((__clang_arm_builtin_alias(__builtin_", extension.lower());
        append!(w, "_", builtin, ")))\n", text, "\n");
    }
}
