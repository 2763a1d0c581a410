//! The state of SME's registers `ZA` and `ZT0`: the builtins that read or write them.

use std::collections::BTreeMap;

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, append};

use super::by_name::ByName;
use super::flags::SveFlags;
use super::intrinsic::{SveIntrinsicId, SveIntrinsics};
use crate::vector_intrinsics::case_labels::emit_case_labels;
use crate::vector_intrinsics::family::IntrinsicFamily;

/// For each register, flags with their states. The first matching flag is used.
const STATES: [[(&str, &str); 3]; 2] = [
    [("IsInZA", "ArmInZA"), ("IsOutZA", "ArmOutZA"), ("IsInOutZA", "ArmInOutZA")],
    [("IsInZT0", "ArmInZT0"), ("IsOutZT0", "ArmOutZT0"), ("IsInOutZT0", "ArmInOutZT0")],
];

/// Maps a state to its distinct builtins in order.
type SveBuiltins<'s> = BTreeMap<String, Vec<&'s str>>;

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let intrinsics: &SveIntrinsics = job.analysis()?;
    let ByName(by_name) = job.analysis()?;
    let builtins = collect(intrinsics, by_name, job.store)?;
    job.write_cpp(|w| emit(&builtins, w))
}

fn collect<'s>(
    intrinsics: &'s SveIntrinsics,
    by_name: &[SveIntrinsicId],
    store: &RecordStore,
) -> Result<SveBuiltins<'s>, FieldError> {
    let named_flags = SveFlags::collect(store)?;
    let states =
        STATES.map(|register| register.map(|(flag, state)| (named_flags.flag(flag), state)));
    let mut builtins = SveBuiltins::new();
    for &id in by_name {
        let flags = intrinsics.flags(id);
        let mut of_builtin = Vec::new();
        for register in &states {
            for (flag, state) in register {
                if flags & flag.get(intrinsics.record(id, store))? != 0 {
                    of_builtin.push(*state);
                    break;
                }
            }
        }
        if !of_builtin.is_empty() {
            let name = &intrinsics.full_names[id];
            builtins.entry(of_builtin.join(" | ")).or_default().push(name);
        }
    }
    builtins.values_mut().for_each(Vec::dedup);
    Ok(builtins)
}

fn emit(builtins: &SveBuiltins<'_>, w: &mut CppWriter) {
    append!(w, "#ifdef GET_SME_BUILTIN_GET_STATE\n");
    for (state, names) in builtins {
        emit_case_labels(IntrinsicFamily::Sme, names, w);
        append!(w, "  return ", state, ";\n");
    }
    append!(w, "#endif\n\n");
}
