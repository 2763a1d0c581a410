//! Streaming modes of builtins as `switch` cases, grouped by mode.

use tablewright_backend::{Failure, Job, string_map_order};
use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, StringMapOrder, append};

use super::by_name::ByName;
use super::flags::SveFlags;
use super::intrinsic::{SveIntrinsicId, SveIntrinsics};
use crate::vector_intrinsics::case_labels::emit_case_labels;
use crate::vector_intrinsics::family::IntrinsicFamily;

/// The builtins for a mode.
struct StreamingMode<'s> {
    name: &'static str,
    /// Distinct builtins in order.
    builtins: Vec<&'s str>,
}

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics: &SveIntrinsics = job.analysis()?;
    let modes = modes(intrinsics, job.store)?;
    let ByName(by_name) = job.analysis()?;
    let modes = with_builtins(intrinsics, &modes, by_name, string_map_order(job.store));
    job.write_cpp(|w| emit(&modes, family, w))
}

/// Returns Clang's enumerator for each intrinsic's mode.
fn modes(
    intrinsics: &SveIntrinsics,
    store: &RecordStore,
) -> Result<IndexVec<SveIntrinsicId, &'static str>, FieldError> {
    let named_flags = SveFlags::collect(store)?;
    let verify = named_flags.flag("VerifyRuntimeMode");
    let streaming = named_flags.flag("IsStreaming");
    let compatible = named_flags.flag("IsStreamingCompatible");
    let mut modes = IndexVec::with_capacity(intrinsics.all.len());
    for id in intrinsics.all.indices() {
        let record = intrinsics.record(id, store);
        let flags = intrinsics.flags(id);
        let verifies = flags & verify.get(record)? != 0;
        let guards = &intrinsics.guards[intrinsics.inst(id).guards];
        if !verifies && !guards.sve.is_empty() && !guards.sme.is_empty() {
            let message = "Missing VerifyRuntimeMode flag";
            return Err(FieldError::new(Code::IntrinsicFlags, record, message));
        }
        modes.push(if flags & streaming.get(record)? != 0 {
            "ArmStreaming"
        } else if verifies {
            "VerifyRuntimeMode"
        } else if flags & compatible.get(record)? != 0 {
            "ArmStreamingCompatible"
        } else {
            "ArmNonStreaming"
        });
    }
    Ok(modes)
}

/// Groups the builtins by mode, in the order of the reference release's hash table.
fn with_builtins<'s>(
    intrinsics: &'s SveIntrinsics,
    modes: &IndexVec<SveIntrinsicId, &'static str>,
    by_name: &[SveIntrinsicId],
    mut order: StringMapOrder<'static>,
) -> Vec<StreamingMode<'s>> {
    let mut names: Vec<&'static str> = Vec::new();
    for &name in modes.iter() {
        if !names.contains(&name) {
            order.insert(name);
            names.push(name);
        }
    }
    let mut modes_with_builtins = Vec::with_capacity(names.len());
    for at in order.indices() {
        let name = names[at];
        let ids = by_name.iter().filter(|id| modes[**id] == name);
        let mut builtins: Vec<&str> = ids.map(|id| &intrinsics.full_names[*id]).collect();
        builtins.dedup();
        modes_with_builtins.push(StreamingMode { name, builtins });
    }
    modes_with_builtins
}

fn emit(modes: &[StreamingMode<'_>], family: IntrinsicFamily, w: &mut CppWriter) {
    append!(w, "#ifdef GET_", family.name(), "_STREAMING_ATTRS\n");
    for StreamingMode { name, builtins } in modes {
        emit_case_labels(family, builtins, w);
        append!(w, "  BuiltinType = ", name, ";\n  break;\n");
    }
    append!(w, "#endif\n\n");
}
