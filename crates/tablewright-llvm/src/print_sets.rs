//! `--print-sets`: the elements of every record of class `Set`, to try set expressions out.

use tablewright_records::set_theory::SetTheory;
use tablewright_records::{FieldError, RecordId, RecordStore};

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend = Backend {
    name: "print-sets",
    help: "Print expanded sets for testing DAG exprs",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let text = sets(job.store).map_err(Failure::from)?;
    Ok(job.out.write_all(text.as_bytes())?)
}

fn sets(store: &RecordStore) -> Result<String, FieldError> {
    let mut sets: SetTheory<'_, RecordId> = SetTheory::new(store);
    sets.add_field_expander(store.expect_class("Set")?, "Elements");
    let mut text = String::new();
    for record in store.derived_from_name("Set")? {
        text.push_str(record.name());
        text.push_str(" = [");
        for &element in sets.expand(record)?.iter().flat_map(|elements| elements.iter()) {
            text.push(' ');
            text.push_str(store.record(element).name());
        }
        text.push_str(" ]\n");
    }
    Ok(text)
}
