//! The builtins, as calls of the macro `BUILTIN`.

use rustc_hash::FxHashSet;

use tablewright_backend::{Failure, Job};
use tablewright_records::RecordStore;
use tablewright_text::{CppWriter, append};

use super::intrinsic::Intrinsics;
use crate::vector_intrinsics::family::IntrinsicFamily;

/// A builtin with the arguments of the macro.
struct BuiltinDefinition<'i> {
    name: &'i str,
    /// Empty where the header declares the type.
    prototype: &'static str,
    attributes: &'static str,
}

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics = Intrinsics::of_job(job, family)?;
    let is_cde = family == IntrinsicFamily::Cde;
    let builtins = if is_cde { cde_builtins } else { mve_builtins };
    let definitions = builtins(intrinsics, job.store);
    job.write_cpp(|w| emit(&definitions, family, w))
}

fn cde_builtins<'i>(
    intrinsics: &'i Intrinsics,
    store: &'i RecordStore,
) -> Vec<BuiltinDefinition<'i>> {
    let names = intrinsics.with_builtin(store).map(|intrinsic| intrinsic.full_name());
    names.map(|name| BuiltinDefinition { name, prototype: "", attributes: "ncU" }).collect()
}

/// The builtins with full names, then those with short names, which several intrinsics share.
fn mve_builtins<'i>(
    intrinsics: &'i Intrinsics,
    store: &'i RecordStore,
) -> Vec<BuiltinDefinition<'i>> {
    let names = intrinsics.iter(store).map(|intrinsic| intrinsic.full_name());
    let full = names.map(|name| BuiltinDefinition { name, prototype: "", attributes: "n" });
    let mut definitions: Vec<BuiltinDefinition<'i>> = full.collect();
    let mut seen = FxHashSet::default();
    for intrinsic in intrinsics.iter(store) {
        // The first intrinsic with a name decides whether arguments are evaluated.
        if let Some(name) = intrinsic.short_name()
            && seen.insert(name)
        {
            let attributes = if intrinsic.flags().is_non_evaluating { "ntu" } else { "nt" };
            definitions.push(BuiltinDefinition { name, prototype: "vi.", attributes });
        }
    }
    definitions
}

fn emit(definitions: &[BuiltinDefinition<'_>], family: IntrinsicFamily, w: &mut CppWriter) {
    for BuiltinDefinition { name, prototype, attributes } in definitions {
        append!(w, "BUILTIN(", family.builtin(name), ", \"", prototype, "\", \"", attributes);
        append!(w, "\")\n");
    }
}
