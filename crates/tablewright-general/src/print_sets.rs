//! `--print-sets`: the elements of each record of class `Set`, to try out set expressions.
//!
//! In: the records. Out: a line for each set. The set theory in `tablewright-records` expands the
//! expressions.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::set_theory::SetTheory;
use tablewright_records::{FieldError, RecordId, RecordStore};
use tablewright_text::{TextSink, append};

pub(crate) const BACKEND: Backend = Backend {
    name: "print-sets",
    help: "Print expanded sets for testing DAG exprs",
    options: &[],
    run,
};

/// A record of class `Set` for printing.
struct PrintedSet<'s> {
    name: &'s str,
    /// Element names in the order of the expression.
    elements: Vec<&'s str>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let sets = collect(job.store)?;
    let mut out = job.output();
    emit(&sets, &mut out);
    Ok(out.finish()?)
}

fn collect(store: &RecordStore) -> Result<Vec<PrintedSet<'_>>, FieldError> {
    let mut theory: SetTheory<'_, RecordId> = SetTheory::new(store);
    theory.add_field_expander(store.expect_class("Set")?, "Elements");
    let mut sets = Vec::new();
    for record in store.derived_from_name("Set")? {
        let expanded = theory.expand(record)?;
        let elements = expanded.iter().flat_map(|elements| elements.iter());
        let elements = elements.map(|&element| store.record(element).name()).collect();
        sets.push(PrintedSet { name: record.name(), elements });
    }
    Ok(sets)
}

fn emit(sets: &[PrintedSet<'_>], out: &mut impl TextSink) {
    for PrintedSet { name, elements } in sets {
        append!(out, name, " = [");
        for element in elements {
            append!(out, " ", element);
        }
        append!(out, " ]\n");
    }
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
    fn an_error_keeps_all_sets_from_being_written() {
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
