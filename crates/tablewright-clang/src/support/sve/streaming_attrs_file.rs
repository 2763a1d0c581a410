//! The file that says whether builtins can be called in streaming mode.

use std::collections::BTreeSet;

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, StringMapOrder, append};

use super::Extension;
use super::flags::Flags;
use super::intrinsic;

/// The builtins that can be called in a mode.
struct Mode {
    name: &'static str,
    builtins: BTreeSet<String>,
}

pub(crate) fn run(job: &mut Job<'_>, extension: Extension) -> Result<(), Failure> {
    let modes = collect(job.store)?;
    job.write_cpp(|w| emit(&modes, extension, w))
}

fn collect(store: &RecordStore) -> Result<Vec<Mode>, FieldError> {
    let known = Flags::collect(store)?;
    let mut modes: Vec<Mode> = Vec::new();
    let mut order = StringMapOrder::new();
    for intrinsic in intrinsic::collect(store, &known)? {
        let has = |flag| -> Result<bool, FieldError> {
            Ok(intrinsic.flags & known.flag(flag, intrinsic.record)? != 0)
        };
        let verifies = has("VerifyRuntimeMode")?;
        if !verifies && intrinsic.has_both_guards() {
            let message = "Missing VerifyRuntimeMode flag";
            return Err(FieldError::new(Code::ClangSve, intrinsic.record, message));
        }
        let name = if has("IsStreaming")? {
            "ArmStreaming"
        } else if verifies {
            "VerifyRuntimeMode"
        } else if has("IsStreamingCompatible")? {
            "ArmStreamingCompatible"
        } else {
            "ArmNonStreaming"
        };
        let at = order.insert(name);
        if at == modes.len() {
            modes.push(Mode { name, builtins: BTreeSet::new() });
        }
        modes[at].builtins.insert(intrinsic.full_name);
    }
    let mut modes: Vec<Option<Mode>> = modes.into_iter().map(Some).collect();
    Ok(order.indices().filter_map(|at| modes[at].take()).collect())
}

fn emit(modes: &[Mode], extension: Extension, w: &mut CppWriter) {
    let (upper, lower) = (extension.upper(), extension.lower());
    append!(w, "#ifdef GET_", upper, "_STREAMING_ATTRS\n");
    for Mode { name, builtins } in modes {
        for builtin in builtins {
            append!(w, "case ", upper, "::BI__builtin_", lower, "_", builtin, ":\n");
        }
        append!(w, "  BuiltinType = ", name, ";\n  break;\n");
    }
    append!(w, "#endif\n\n");
}
