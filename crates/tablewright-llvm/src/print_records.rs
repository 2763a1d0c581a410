//! `--print-records`: all classes and records, as the language would write them.

use tablewright_records::Record;

use crate::declarations::Declarations;
use tablewright_backend::Output;
use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend = Backend {
    name: "print-records",
    help: "Print all records to stdout (default)",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let store = job.store;
    let mut out = Output::new(job.out);
    out.text.push_str("------------- Classes -----------------\n");
    for class in store.classes() {
        out.text.push_str("class ");
        store.write_class(&mut out.text, class);
        out.flush_if_long()?;
    }
    out.text.push_str("------------- Defs -----------------\n");
    let mut declarations = Declarations::new(store, "  ");
    for record in store.records() {
        write_record(&mut out.text, &mut declarations, record);
        out.flush_if_long()?;
    }
    Ok(out.finish()?)
}

/// The same text as [`RecordStore::write_record`] gives, sooner.
///
/// [`RecordStore::write_record`]: tablewright_records::RecordStore::write_record
fn write_record<'s>(out: &mut String, declarations: &mut Declarations<'s>, record: Record<'s>) {
    let store = record.store();
    out.push_str("def ");
    out.push_str(record.name());
    store.write_opening(out, record.superclasses());
    let shape = declarations.of(record);
    // Fields that may stay without a value come first.
    for first in [true, false] {
        for (slot, &value) in record.values().iter().enumerate() {
            if shape.fields()[slot].is_field == first {
                shape.write(out, store, slot, value);
                out.push_str(";\n");
            }
        }
    }
    out.push_str("}\n");
}
