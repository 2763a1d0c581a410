//! The declarations of functions, as the headers have them.

use tablewright_records::RecordStore;
use tablewright_text::{Append, CppWriter, append};

use super::Extension;
use super::intrinsic::{InstId, IntrinsicId, Intrinsics};
use super::reinterpretation::{TUPLES, reinterpretations};
use super::signature::{SignatureId, TypeId};
use crate::support::texts::Texts;

/// The functions for the intrinsics of a description.
pub(crate) struct Declarations<'s> {
    intrinsics: &'s Intrinsics,
    /// What stands before the name, for each signature: `svint8_t `.
    results: Texts<SignatureId>,
    /// What stands behind it: `(svbool_t, svint8_t);`.
    parameters: Texts<SignatureId>,
    /// The records by guards, then by name: those with the same guards together.
    groups: Vec<Vec<DeclaredInst<'s>>>,
}

/// A record, and what decides the place of its functions.
struct DeclaredInst<'s> {
    inst: InstId,
    name: &'s str,
    /// Whether functions with short names are overloaded.
    is_overloaded: bool,
}

impl<'s> Declarations<'s> {
    pub(crate) fn new(intrinsics: &'s Intrinsics, store: &'s RecordStore) -> Declarations<'s> {
        let mut type_names: Texts<TypeId> = Texts::new();
        for ty in intrinsics.signatures.distinct_types.iter() {
            type_names.push(|out| append!(out, ty));
        }
        let (mut results, mut parameters) = (Texts::new(), Texts::new());
        for signature in intrinsics.signatures.ids() {
            let types = intrinsics.signatures.types(signature);
            results.push(|out| append!(out, &type_names[types[0]], " "));
            // A prototype says that there are no parameters with a `v`, which prints as `(void)`.
            parameters.push(|out| {
                append!(out, "(");
                for (i, &ty) in types[1..].iter().enumerate() {
                    append!(out, if i > 0 { ", " } else { "" }, &type_names[ty]);
                }
                append!(out, ");\n");
            });
        }
        Declarations { intrinsics, results, parameters, groups: groups(intrinsics, store) }
    }
}

fn groups<'s>(intrinsics: &'s Intrinsics, store: &'s RecordStore) -> Vec<Vec<DeclaredInst<'s>>> {
    let guards = intrinsics.guards.iter();
    let mut groups: Vec<(String, Vec<DeclaredInst<'s>>)> = guards
        .map(|guards| (format!("{}{}", guards.sve(store), guards.sme(store)), Vec::new()))
        .collect();
    for (id, inst) in intrinsics.insts.iter_enumerated() {
        groups[inst.guards.index()].1.push(DeclaredInst {
            inst: id,
            name: store.str(inst.name),
            // A prototype of one letter has no parameter that could tell functions apart.
            is_overloaded: store.str(inst.prototype).len() > 1,
        });
    }
    groups.sort_by(|(a, _), (b, _)| a.cmp(b));
    // Different guards can look the same, one behind the other.
    groups.dedup_by(|(name, insts), (previous, before)| {
        let is_same = name == previous;
        if is_same {
            before.append(insts);
        }
        is_same
    });
    let sorted = groups.into_iter().map(|(_, mut insts)| {
        insts.sort_unstable_by_key(|declared| (declared.name, declared.inst));
        insts
    });
    sorted.collect()
}

/// Writes the macros that declarations begin with.
pub(crate) fn emit_attributes(w: &mut CppWriter) {
    const COMMON: &str = "static __inline__ __attribute__((__always_inline__, __nodebug__";
    append!(w, "/* Function attributes */\n#define __ai ", COMMON, "))\n\n");
    append!(w, "#define __aio ", COMMON, ", __overloadable__))\n\n");
}

/// Writes the functions for reinterpretations: for each tuple, those with full names first.
pub(crate) fn emit_reinterpretations(w: &mut CppWriter) {
    for tuple in TUPLES {
        for one in reinterpretations(tuple) {
            emit_alias(true, Extension::Sve, one, w);
            append!(w, one.to, " sv", one, "(", one.from, " op);\n");
        }
        for one in reinterpretations(tuple) {
            emit_alias(true, Extension::Sve, one, w);
            append!(w, one.to, " svreinterpret_", one.to.suffix(), "(", one.from, " op);\n");
        }
    }
}

/// Writes the functions for intrinsics: by guards, then those with full names, then by name.
pub(crate) fn emit_declarations(
    declarations: &Declarations<'_>,
    extension: Extension,
    w: &mut CppWriter,
) {
    let Declarations { intrinsics, results, parameters, groups } = declarations;
    let mut emit = |id: IntrinsicId, is_overloaded: bool, name: &str| {
        emit_alias(is_overloaded, extension, &intrinsics.full_names[id], w);
        let signature = intrinsics.all[id].signature;
        append!(w, &results[signature], name, &parameters[signature]);
    };
    for group in groups {
        for declared in group {
            for id in intrinsics.of_inst(declared.inst) {
                emit(id, false, &intrinsics.full_names[id]);
            }
        }
        for declared in group {
            for id in intrinsics.of_inst(declared.inst) {
                if let Some(name) = intrinsics.all[id].short_name {
                    emit(id, declared.is_overloaded, &intrinsics.names[name]);
                }
            }
        }
    }
}

/// Writes that the function that follows is a builtin.
fn emit_alias(is_overloaded: bool, extension: Extension, builtin: impl Append, w: &mut CppWriter) {
    append!(w, if is_overloaded { "__aio" } else { "__ai" });
    append!(w, " __attribute__((__clang_arm_builtin_alias(__builtin_", extension.lower());
    append!(w, "_", builtin, ")))\n");
}
