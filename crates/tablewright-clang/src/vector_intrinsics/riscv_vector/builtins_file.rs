//! Builtins as calls to the macro `RISCVV_BUILTIN`, without duplicate names.

use tablewright_backend::{Failure, Job};
use tablewright_records::Feature;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, append};

use super::builtin_names::BuiltinNames;
use super::intrinsics::{BuiltinName, RvvIntrinsic};
use super::reader;
use crate::support::builtin_table::{
    BuiltinInfo, BuiltinStrings, BuiltinTable, BuiltinTableAvailability, emit_builtin_table,
};
use crate::vector_intrinsics::family::IntrinsicFamily::RiscvVector;
use crate::vector_intrinsics::summary::text_of;

struct RvvBuiltinDeclaration<'s> {
    name: BuiltinName<'s>,
    /// The prototype as type strings; `None` if the builtin represents several types.
    prototype: Option<String>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let declarations = collect(&reader::collect(job.store)?)?;
    if job.store.release().has(Feature::BuiltinTables) {
        let table = builtin_table(&declarations);
        let prefix = text_of(RiscvVector.builtin(""));
        return job.write_cpp(|w| emit_builtin_table(&table, "RISCVV", &prefix, w));
    }
    job.write_cpp(|w| emit(&declarations, w))
}

fn builtin_table(declarations: &[RvvBuiltinDeclaration<'_>]) -> BuiltinTable {
    let mut strings = BuiltinStrings::new();
    let attributes = strings.add("n");
    let features = strings.add("zve32x");
    let infos = declarations.iter().map(|RvvBuiltinDeclaration { name, prototype }| BuiltinInfo {
        name: strings.add(&text_of(name)),
        ty: prototype.as_deref().map(|prototype| strings.add(prototype)),
        attributes: attributes.clone(),
        availability: Some(BuiltinTableAvailability::for_target(features.clone())),
    });
    let builtins = infos.collect();
    BuiltinTable { strings, builtins }
}

fn collect<'s>(
    intrinsics: &[RvvIntrinsic<'s>],
) -> Result<Vec<RvvBuiltinDeclaration<'s>>, Diagnostic> {
    let error = |what: &str, name: BuiltinName<'_>| {
        let message = format!("Builtin with same name has different {what}");
        let mut error = Diagnostic::error_anywhere(Code::IntrinsicConflicts, message);
        error.note(None, format!("the builtin is '__builtin_rvv_{name}'"));
        error
    };
    // Indexed by name number.
    let mut declarations: Vec<RvvBuiltinDeclaration<'s>> = Vec::new();
    let mut names = BuiltinNames::default();
    for intrinsic in intrinsics {
        let has_alias = intrinsic.flags.has_builtin_alias;
        // Then a single builtin represents all types.
        let instances = intrinsic.instances().take(if has_alias { 1 } else { usize::MAX });
        for (basic, log2_lmul) in instances {
            for builtin in intrinsic.builtins() {
                let prototype =
                    if has_alias { None } else { Some(builtin.type_strings(basic, log2_lmul)?) };
                let name = builtin.name();
                match declarations.get(names.number(name)) {
                    None => declarations.push(RvvBuiltinDeclaration { name, prototype }),
                    Some(first) if first.prototype.is_some() != prototype.is_some() => {
                        return Err(error("hasAutoDef", name));
                    }
                    Some(first) if first.prototype != prototype => {
                        return Err(error("type string", name));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    Ok(declarations)
}

fn emit(declarations: &[RvvBuiltinDeclaration<'_>], w: &mut CppWriter) {
    append!(w, "#if defined(TARGET_BUILTIN) && !defined(RISCVV_BUILTIN)\n");
    append!(w, "#define RISCVV_BUILTIN(ID, TYPE, ATTRS) ");
    append!(w, "TARGET_BUILTIN(ID, TYPE, ATTRS, \"zve32x\")\n#endif\n");
    for RvvBuiltinDeclaration { name, prototype } in declarations {
        let prototype = prototype.as_deref().unwrap_or_default();
        append!(w, "RISCVV_BUILTIN(", RiscvVector.builtin(name), ",\"", prototype, "\", \"n\")\n");
    }
    append!(w, "#undef RISCVV_BUILTIN\n");
}
