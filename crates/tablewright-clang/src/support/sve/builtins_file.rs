//! The file that declares the builtins: macro calls.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, append};

use super::Extension;
use super::flags::Flags;
use super::header::reinterpretations;
use super::intrinsic;

struct Declaration {
    name: String,
    prototype: String,
    target_guard: String,
}

pub(crate) fn run(job: &mut Job<'_>, extension: Extension) -> Result<(), Failure> {
    let declarations = collect(job.store, extension)?;
    job.write_cpp(|w| emit(&declarations, extension, w))
}

fn collect(store: &RecordStore, extension: Extension) -> Result<Vec<Declaration>, FieldError> {
    let flags = Flags::collect(store)?;
    let mut declarations = Vec::new();
    for intrinsic in intrinsic::sorted_by_name(store, &flags)? {
        declarations.push(Declaration {
            prototype: intrinsic.builtin_prototype()?,
            target_guard: intrinsic.target_guard(),
            name: intrinsic.full_name,
        });
    }
    if extension == Extension::Sve {
        for reinterpretation in reinterpretations() {
            let target_guard = "sme|sve".to_owned();
            let (name, prototype) = (reinterpretation.builtin, reinterpretation.prototype);
            declarations.push(Declaration { name, prototype, target_guard });
        }
    }
    Ok(declarations)
}

fn emit(declarations: &[Declaration], extension: Extension, w: &mut CppWriter) {
    append!(w, "#ifdef GET_", extension.upper(), "_BUILTINS\n");
    for Declaration { name, prototype, target_guard } in declarations {
        append!(w, "TARGET_BUILTIN(__builtin_", extension.lower(), "_", name, ", \"", prototype);
        append!(w, "\", \"n\", \"", target_guard, "\")\n");
    }
    append!(w, "#endif\n\n");
}
