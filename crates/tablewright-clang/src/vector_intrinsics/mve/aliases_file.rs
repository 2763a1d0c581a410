//! A name table of the functions through which each builtin may be called.

use tablewright_backend::{Failure, Job};
use tablewright_records::Feature;
use tablewright_text::{CppWriter, StringTable, append};

use super::intrinsic::{MveIntrinsic, MveIntrinsics};
use crate::vector_intrinsics::family::IntrinsicFamily;

/// The rows, and the names that they refer to.
struct Aliases<'i> {
    rows: Vec<AliasRow<'i>>,
    names: StringTable,
}

struct AliasRow<'i> {
    intrinsic: MveIntrinsic<'i>,
    full_name: usize,
    short_name: Option<usize>,
}

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics = MveIntrinsics::for_job(job, family)?;
    let names = if job.store.release().has(Feature::BuiltinTables) {
        StringTable::with_empty_string()
    } else {
        StringTable::new()
    };
    let aliases = Aliases::new(intrinsics.with_builtin(job.store), names);
    job.write_cpp(|w| emit(&aliases, w))
}

impl<'i> Aliases<'i> {
    /// Creates rows for `intrinsics`, and adds their names to `names`.
    fn new(
        intrinsics: impl Iterator<Item = MveIntrinsic<'i>>,
        mut names: StringTable,
    ) -> Aliases<'i> {
        let mut rows = Vec::new();
        for intrinsic in intrinsics {
            // The short name comes first in the table.
            let short_name = intrinsic.short_name().map(|name| names.add_terminated(name));
            let full_name = names.add_terminated(intrinsic.full_name());
            rows.push(AliasRow { intrinsic, full_name, short_name });
        }
        Aliases { rows, names }
    }
}

fn emit(aliases: &Aliases<'_>, w: &mut CppWriter) {
    w.raw("static const IntrinToName MapData[] = {\n");
    for AliasRow { intrinsic, full_name, short_name } in &aliases.rows {
        append!(w, "  { ", intrinsic.enumerator(), ", ", full_name, ", ");
        match short_name {
            Some(offset) => append!(w, offset),
            None => w.raw("-1"),
        }
        w.raw("},\n");
    }
    w.raw("};\n\nArrayRef<IntrinToName> Map(MapData);\n\nstatic const char IntrinNames[] = {\n");
    w.string_table(&aliases.names);
    w.raw("};\n\n");
}
