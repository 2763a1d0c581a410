//! `--print-enums --class=C`: the names of all records that inherit from a class.

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_records::Record;
use tablewright_text::{TextSink, append};

pub(crate) const BACKEND: Backend = Backend {
    name: "print-enums",
    help: "Print enum values for a class",
    options: &[OptionGroup { heading: "Options for -print-enums", options: &[CLASS] }],
    run,
};

const CLASS: BackendOption = BackendOption {
    name: "class",
    kind: OptionKind::Text { placeholder: "class name", default: "" },
    help: "Print Enum list for this class",
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let class = job.options.text(&CLASS);
    let names: Vec<&str> =
        job.store.derived_from_name(class)?.into_iter().map(Record::name).collect();
    let mut out = job.output();
    for name in names {
        append!(&mut out, name, ", ");
    }
    out.push('\n');
    Ok(out.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::output_of;
    use expect_test::{Expect, expect};
    use tablewright_backend::{OptionValue, Options};

    fn output(class: &str, input: &str) -> String {
        let mut options = Options::new();
        options.set(&CLASS, OptionValue::Text(class.to_owned()));
        output_of(&BACKEND, &options, input)
    }

    fn check(class: &str, input: &str, expected: Expect) {
        expected.assert_eq(&output(class, input));
    }

    #[test]
    fn names_come_in_natural_order() {
        check(
            "C",
            "class C; def c10 : C; def c9 : C; def d; def b : C;",
            expect![[r#"
            b, c9, c10, 
        "#]],
        );
    }

    #[test]
    fn a_class_without_records_gives_an_empty_line() {
        assert_eq!(output("C", "class C;"), "\n");
    }

    #[test]
    fn the_class_has_to_exist() {
        check(
            "D",
            "class C;",
            expect![[r#"
            error: The class 'D' is not defined
        "#]],
        );
        check(
            "",
            "class C;",
            expect![[r#"
            error: The class '' is not defined
        "#]],
        );
    }
}
