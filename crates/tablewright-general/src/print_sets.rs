//! `--print-sets`: the elements of every record of class `Set`, to try set expressions out.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::set_theory::SetTheory;
use tablewright_records::{FieldError, RecordId, RecordStore};

pub(crate) const BACKEND: Backend = Backend {
    name: "print-sets",
    help: "Print expanded sets for testing DAG exprs",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let text = sets(job.store).map_err(Failure::from)?;
    job.write_text(&text)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::output_of;
    use expect_test::{Expect, expect};
    use tablewright_backend::Options;

    fn check(input: &str, expected: Expect) {
        expected.assert_eq(&output_of(&BACKEND, &Options::new(), input));
    }

    #[test]
    fn sets_come_in_natural_order() {
        check(
            "class Set<dag d> { dag Elements = d; }\ndef add; def a; def b;\ndef S10 : Set<(add)>; def S9 : Set<(add b, a)>;",
            expect![[r#"
                S9 = [ b a ]
                S10 = [ ]
            "#]],
        );
    }

    #[test]
    fn faults_keep_the_whole_from_being_written() {
        check(
            "class Set; def S : Set;",
            expect![[r#"
            error: Record `S' does not have a field named `Elements'!
        "#]],
        );
        check(
            "class C;",
            expect![[r#"
            error: The class 'Set' is not defined
        "#]],
        );
    }
}
