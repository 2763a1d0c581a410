//! `--gen-lldb-property-enum-defs`: enumerators for LLDB settings, numbered by table position.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_text::{CppWriter, line};

use crate::record_views::property::PropertyRecord;
use crate::support::groups;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-lldb-property-enum-defs",
    help: "Generate lldb property enum definitions",
    options: &[],
    run,
};

/// A group's settings, by record name.
struct PropertyEnum<'s> {
    definition: &'s str,
    identifier: String,
    names: Vec<&'s str>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let enums = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&enums, source, w))
}

fn collect(store: &RecordStore) -> Result<Vec<PropertyEnum<'_>>, FieldError> {
    let groups = groups(PropertyRecord::all(store)?, PropertyRecord::definition)?;
    let enums = groups.iter().map(|group| PropertyEnum {
        definition: group.title,
        identifier: group.identifier(),
        names: group.records.iter().map(|record| record.name()).collect(),
    });
    Ok(enums.collect())
}

fn emit(enums: &[PropertyEnum<'_>], source: &str, w: &mut CppWriter) {
    w.file_header("Property definition enum for LLDB.", Some(source));
    for PropertyEnum { definition, identifier, names } in enums {
        line!(w, "// Property enum cases for {definition}");
        line!(w, "#ifdef LLDB_PROPERTIES_{identifier}");
        for name in names {
            line!(w, "eProperty{name},");
        }
        line!(w, "#undef LLDB_PROPERTIES_{identifier}");
        line!(w, "#endif // {definition} Property");
        line!(w);
    }
}
