//! `--gen-arm-mve-builtin-def`: the builtins behind the intrinsics of MVE, as macro calls.

use rustc_hash::FxHashSet;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, append};

use crate::support::mve::Extension;
use crate::support::mve::intrinsic::{Intrinsic, Intrinsics};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-mve-builtin-def",
    help: "Generate ARM MVE builtin definitions for clang",
    options: &[],
    run,
};

/// The builtin of a name that several intrinsics share.
struct SharedBuiltin<'i> {
    name: &'i str,
    is_non_evaluating: bool,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let intrinsics = Intrinsics::of_job(job, Extension::Mve)?;
    let store = job.store;
    let shared = shared_builtins(intrinsics.iter(store));
    job.write_cpp(|w| emit(intrinsics.iter(store), &shared, w))
}

/// The builtins of short names; the first intrinsic of a name decides.
fn shared_builtins<'i>(intrinsics: impl Iterator<Item = Intrinsic<'i>>) -> Vec<SharedBuiltin<'i>> {
    let mut seen = FxHashSet::default();
    let named = intrinsics.filter_map(|intrinsic| {
        let name = intrinsic.short_name()?;
        let is_non_evaluating = intrinsic.flags().is_non_evaluating;
        seen.insert(name).then_some(SharedBuiltin { name, is_non_evaluating })
    });
    named.collect()
}

fn emit<'i>(
    intrinsics: impl Iterator<Item = Intrinsic<'i>>,
    shared: &[SharedBuiltin<'_>],
    w: &mut CppWriter,
) {
    // The headers declare the builtins, so that their types are not needed here.
    for intrinsic in intrinsics {
        append!(w, "BUILTIN(__builtin_arm_mve_", intrinsic.full_name(), ", \"\", \"n\")\n");
    }
    for SharedBuiltin { name, is_non_evaluating } in shared {
        let unevaluated = if *is_non_evaluating { "u" } else { "" };
        append!(w, "BUILTIN(__builtin_arm_mve_", name, ", \"vi.\", \"nt", unevaluated, "\")\n");
    }
}
