//! Builtins as calls to the macro `BUILTIN`.

use rustc_hash::FxHashSet;

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, RecordStore};
use tablewright_text::{CppWriter, append};

use super::intrinsic::MveIntrinsics;
use crate::support::builtin_table::{
    BuiltinInfo, BuiltinStrings, BuiltinTable, emit_builtin_table,
};
use crate::vector_intrinsics::family::IntrinsicFamily;
use crate::vector_intrinsics::summary::text_of;

/// The macro arguments for a builtin.
struct BuiltinDefinition<'i> {
    name: &'i str,
    /// Empty if the header declares the type.
    prototype: &'static str,
    attributes: &'static str,
}

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics = MveIntrinsics::for_job(job, family)?;
    let is_cde = family == IntrinsicFamily::Cde;
    let builtins = if is_cde { cde_builtins } else { mve_builtins };
    let definitions = builtins(intrinsics, job.store);
    if job.store.release().has(Feature::BuiltinTables) {
        let table = builtin_table(&definitions, is_cde);
        let prefix = text_of(family.builtin(""));
        return job.write_cpp(|w| emit_builtin_table(&table, family.name(), &prefix, w));
    }
    job.write_cpp(|w| emit(&definitions, family, w))
}

fn builtin_table(definitions: &[BuiltinDefinition<'_>], is_cde: bool) -> BuiltinTable {
    let mut strings = BuiltinStrings::new();
    // Strings that rows share come first, even if they are unused.
    let shared: &[&str] = if is_cde { &["ncU"] } else { &["n", "nt", "ntu", "vi."] };
    for text in shared {
        strings.add(text);
    }
    let infos = definitions.iter().map(|BuiltinDefinition { name, prototype, attributes }| {
        let ty = Some(*prototype).filter(|prototype| !prototype.is_empty());
        BuiltinInfo {
            name: strings.add(name),
            ty: ty.map(|prototype| strings.add(prototype)),
            attributes: strings.add(attributes),
            availability: None,
        }
    });
    let mut builtins: Vec<BuiltinInfo> = infos.collect();
    // Full names are sorted already. Short names are also numbered by name, but their strings stay
    // in place.
    let first_short = builtins.partition_point(|builtin| builtin.ty.is_none());
    builtins[first_short..].sort_by(|a, b| a.name.text().cmp(b.name.text()));
    BuiltinTable { strings, builtins }
}

fn cde_builtins<'i>(
    intrinsics: &'i MveIntrinsics,
    store: &'i RecordStore,
) -> Vec<BuiltinDefinition<'i>> {
    let names = intrinsics.with_builtin(store).map(|intrinsic| intrinsic.full_name());
    names.map(|name| BuiltinDefinition { name, prototype: "", attributes: "ncU" }).collect()
}

/// Returns the builtins with full names, then the builtins with short names, which several
/// intrinsics share.
fn mve_builtins<'i>(
    intrinsics: &'i MveIntrinsics,
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
