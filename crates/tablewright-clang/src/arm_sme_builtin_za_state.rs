//! `--gen-arm-sme-builtin-za-state`: what the intrinsics of SME do with the registers `ZA` and `ZT0`.

use std::collections::{BTreeMap, BTreeSet};

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, append};

use crate::support::sve::flags::Flags;
use crate::support::sve::intrinsic;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-sme-builtin-za-state",
    help: "Generate arm_sme_builtins_za_state.inc for clang",
    options: &[],
    run,
};

/// For each register, the flags and the states they stand for; the first flag counts.
const STATES: [[(&str, &str); 3]; 2] = [
    [("IsInZA", "ArmInZA"), ("IsOutZA", "ArmOutZA"), ("IsInOutZA", "ArmInOutZA")],
    [("IsInZT0", "ArmInZT0"), ("IsOutZT0", "ArmOutZT0"), ("IsInOutZT0", "ArmInOutZT0")],
];

/// From a state to the builtins that have it.
type Builtins = BTreeMap<String, BTreeSet<String>>;

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let builtins = collect(job.store)?;
    job.write_cpp(|w| emit(&builtins, w))
}

fn collect(store: &RecordStore) -> Result<Builtins, FieldError> {
    let known = Flags::collect(store)?;
    let mut builtins = Builtins::new();
    for intrinsic in intrinsic::collect(store, &known)? {
        let mut states = Vec::new();
        for register in STATES {
            for (flag, state) in register {
                if intrinsic.flags & known.flag(flag, intrinsic.record)? != 0 {
                    states.push(state);
                    break;
                }
            }
        }
        if !states.is_empty() {
            builtins.entry(states.join(" | ")).or_default().insert(intrinsic.full_name);
        }
    }
    Ok(builtins)
}

fn emit(builtins: &Builtins, w: &mut CppWriter) {
    append!(w, "#ifdef GET_SME_BUILTIN_GET_STATE\n");
    for (state, names) in builtins {
        for name in names {
            append!(w, "case SME::BI__builtin_sme_", name, ":\n");
        }
        append!(w, "  return ", state, ";\n");
    }
    append!(w, "#endif\n\n");
}
