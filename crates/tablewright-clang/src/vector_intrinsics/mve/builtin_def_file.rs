//! Builtins of MVE and CDE.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, RecordStore};

use super::intrinsic::MveIntrinsics;
use crate::vector_intrinsics::builtin_list::{BuiltinList, BuiltinRow, BuiltinRows};
use crate::vector_intrinsics::family::IntrinsicFamily;

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics = MveIntrinsics::for_job(job, family)?;
    // Strings that rows share come first in a table, even if they are unused.
    let (strings, rows) = if family == IntrinsicFamily::Cde {
        let names = intrinsics.with_builtin(job.store).map(|intrinsic| intrinsic.full_name());
        (vec!["ncU"], names.map(|name| row(name, None, "ncU")).collect())
    } else {
        let mut strings = vec!["n", "nt", "ntu", "vi."];
        strings.extend(intrinsics.iter(job.store).map(|intrinsic| intrinsic.full_name()));
        strings.extend(intrinsics.iter(job.store).filter_map(|intrinsic| intrinsic.short_name()));
        (strings, mve_rows(intrinsics, job.store))
    };
    let list = BuiltinList::new(family, job.store, [BuiltinRows { strings, rows }]);
    job.write_cpp(|w| list.emit(w))
}

fn row<'i>(
    name: &'i str,
    prototype: Option<&'static str>,
    attributes: &'static str,
) -> BuiltinRow<'i> {
    BuiltinRow {
        name: name.into(),
        prototype: prototype.map(Cow::from),
        attributes,
        features: None,
    }
}

/// Returns the builtins with full names, then the builtins with short names, which several
/// intrinsics share.
fn mve_rows<'i>(intrinsics: &'i MveIntrinsics, store: &'i RecordStore) -> Vec<BuiltinRow<'i>> {
    let names = intrinsics.iter(store).map(|intrinsic| intrinsic.full_name());
    let mut rows: Vec<BuiltinRow<'i>> = names.map(|name| row(name, None, "n")).collect();
    let first_short = rows.len();
    let mut seen = FxHashSet::default();
    for intrinsic in intrinsics.iter(store) {
        // The first intrinsic with a name decides whether arguments are evaluated.
        if let Some(name) = intrinsic.short_name()
            && seen.insert(name)
        {
            let attributes = if intrinsic.flags().is_non_evaluating { "ntu" } else { "nt" };
            rows.push(row(name, Some("vi."), attributes));
        }
    }
    if store.release().has(Feature::BuiltinTables) {
        // Tables also number short names by name. Full names are sorted already.
        rows[first_short..].sort_by(|a, b| a.name.cmp(&b.name));
    }
    rows
}
