//! The file that says by which functions a builtin may be called.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, StringTable, append};

use super::Extension;
use super::intrinsic::{Intrinsic, Intrinsics};

/// Its rows, and the names they refer to.
struct Aliases<'i, 's> {
    rows: Vec<Row<'i, 's>>,
    names: StringTable,
}

struct Row<'i, 's> {
    intrinsic: &'i Intrinsic<'s>,
    full_name: usize,
    short_name: Option<usize>,
}

pub(crate) fn run(job: &mut Job<'_>, extension: Extension) -> Result<(), Failure> {
    let intrinsics = Intrinsics::collect(job.store, extension)?;
    let aliases = Aliases::of(&intrinsics);
    job.write_cpp(|w| emit(&aliases, w))
}

impl<'i, 's> Aliases<'i, 's> {
    fn of(intrinsics: &'i Intrinsics<'s>) -> Aliases<'i, 's> {
        let mut names = StringTable::new();
        let rows = intrinsics.with_builtin().map(|intrinsic| {
            // The short name comes first in the table.
            let short_name = intrinsic.short_name.as_ref().map(|name| names.add_terminated(name));
            let full_name = names.add_terminated(&intrinsic.full_name);
            Row { intrinsic, full_name, short_name }
        });
        Aliases { rows: rows.collect(), names }
    }
}

fn emit(aliases: &Aliases<'_, '_>, w: &mut CppWriter) {
    w.raw("static const IntrinToName MapData[] = {\n");
    for Row { intrinsic, full_name, short_name } in &aliases.rows {
        let extension = intrinsic.extension;
        append!(w, "  { ARM::BI__builtin_arm_", extension, "_", intrinsic.full_name, ", ");
        append!(w, full_name, ", ");
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
