//! The file that declares the builtins: macro calls, each name once.

use rustc_hash::FxHashMap;

use tablewright_backend::{Failure, Job};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, append};

use super::intrinsics::{self, Intrinsic};

struct Declaration {
    name: String,
    /// The prototype in the short form that Clang reads; empty where the builtin stands for several
    /// types.
    prototype: String,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let declarations = collect(&intrinsics::collect(job.store)?)?;
    job.write_cpp(|w| emit(&declarations, w))
}

fn collect(intrinsics: &[Intrinsic<'_>]) -> Result<Vec<Declaration>, Diagnostic> {
    let error = |what: &str, name: &str| {
        let message = format!("Builtin with same name has different {what}");
        let mut error = Diagnostic::error_anywhere(Code::ClangRiscvVector, message);
        error.note(None, format!("the builtin is '__builtin_rvv_{name}'"));
        error
    };
    let mut declarations: Vec<Declaration> = Vec::new();
    // The prototype of a builtin that stands for several types is not there.
    let mut seen: FxHashMap<String, Option<String>> = FxHashMap::default();
    for intrinsic in intrinsics {
        let has_alias = intrinsic.flags.has_builtin_alias;
        let mut instances: Vec<_> = intrinsic.instances().collect();
        if has_alias {
            instances.truncate(1);
        }
        for (basic, log2_lmul) in instances {
            for builtin in intrinsic.builtins() {
                let prototype = match has_alias {
                    true => None,
                    false => Some(builtin.short_prototype(basic, log2_lmul)?),
                };
                match seen.get(&builtin.name) {
                    None => {
                        seen.insert(builtin.name.clone(), prototype.clone());
                        let prototype = prototype.unwrap_or_default();
                        declarations.push(Declaration { name: builtin.name, prototype });
                    }
                    Some(first) if first.is_some() != prototype.is_some() => {
                        return Err(error("hasAutoDef", &builtin.name));
                    }
                    Some(first) if *first != prototype => {
                        return Err(error("type string", &builtin.name));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    Ok(declarations)
}

fn emit(declarations: &[Declaration], w: &mut CppWriter) {
    append!(w, "#if defined(TARGET_BUILTIN) && !defined(RISCVV_BUILTIN)\n");
    append!(w, "#define RISCVV_BUILTIN(ID, TYPE, ATTRS) ");
    append!(w, "TARGET_BUILTIN(ID, TYPE, ATTRS, \"zve32x\")\n#endif\n");
    for Declaration { name, prototype } in declarations {
        append!(w, "RISCVV_BUILTIN(__builtin_rvv_", name, ",\"", prototype, "\", \"n\")\n");
    }
    append!(w, "#undef RISCVV_BUILTIN\n");
}
