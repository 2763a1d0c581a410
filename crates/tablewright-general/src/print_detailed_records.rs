//! `--print-detailed-records`: global variables, classes and records, each with its position in the
//! input, and the positions of all fields.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::{Class, ClassId, Feature, Field, Record, RecordStore, ShapeId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::Pos;
use tablewright_text::{TextOutput, TextSink, append};

use crate::support::field_declarations::FieldDeclarations;
use crate::support::source_locations::SourceLocations;
use crate::support::value_lengths::ValueLengths;

pub(crate) const BACKEND: Backend = Backend {
    name: "print-detailed-records",
    help: "Print full details of all records to stdout",
    options: &[],
    run,
};

/// Maximum number of parts in all global variables together. It equals the limit for one value, so
/// that variables that contain one another do not need gigabytes.
const MAX_PARTS: u64 = RecordStore::MAX_VALUE_PARTS;

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let store = job.store;
    check_globals(store)?;
    let lengths = ValueLengths::new(store);
    lengths.check_globals()?;
    lengths.check_classes()?;
    lengths.check_records()?;
    let mut out = job.output();
    let mut report = DetailedRecordsReport {
        store,
        locations: SourceLocations::new(store.sources()),
        declarations: FieldDeclarations::new(store, "    "),
        names_record: store.release().has(Feature::DefmSequenceNamesTheRecord),
        superclasses: IndexVec::from_fn(store.shape_count(), |_| None),
    };
    out.push_str("DETAILED RECORDS for file ");
    out.push_str(store.input_name());
    out.push('\n');
    heading(&mut out, "Global Variables", store.globals().len());
    out.push('\n');
    for (name, value) in store.globals() {
        out.push_str(store.str(name));
        out.push_str(" = ");
        store.write_value(&mut out, value);
        out.push('\n');
    }
    heading(&mut out, "Classes", store.classes().len());
    for class in store.classes() {
        report.class(&mut out, class);
        out.check()?;
    }
    heading(&mut out, "Records", store.records().len());
    for record in store.records() {
        report.record(&mut out, record);
        out.check()?;
    }
    Ok(out.finish()?)
}

fn check_globals(store: &RecordStore) -> Result<(), Failure> {
    let mut parts = 0_u64;
    for (name, value) in store.globals() {
        parts = parts.saturating_add(store.value_parts(value));
        if parts > MAX_PARTS {
            let name = store.str(name);
            let message = format!(
                "global variables up to '{name}' exceed the limit of {MAX_PARTS} parts of values"
            );
            return Err(Diagnostic::error_anywhere(Code::EvaluationLimit, message).into());
        }
    }
    Ok(())
}

fn heading(out: &mut TextOutput<'_>, title: &str, count: usize) {
    const RULE: &str = "--------------------";
    append!(out, "\n", RULE, " ", title, " (", count, ") ", RULE, "\n");
}

struct DetailedRecordsReport<'s> {
    store: &'s RecordStore,
    locations: SourceLocations<'s>,
    declarations: FieldDeclarations<'s>,
    /// Whether the record is the last in the sequence of `defm`s.
    names_record: bool,
    /// The line with the superclasses, by shape.
    superclasses: IndexVec<ShapeId, Option<String>>,
}

impl<'s> DetailedRecordsReport<'s> {
    fn class(&mut self, out: &mut TextOutput<'_>, class: Class<'s>) {
        self.title(out, class.name(), class.pos());
        if class.params().is_empty() {
            out.push_str("  Template args: (none)\n");
        } else {
            out.push_str("  Template args:\n");
        }
        for param in class.params() {
            out.push_str("    ");
            self.store.write_param(out, param);
            self.location(out, param.pos);
        }
        let direct = class.direct_superclasses();
        out.push_str(&superclass_line(self.store, class.superclasses(), &direct));
        // Parameters count as fields here, but are not shown again.
        if class.fields().len() == 0 && class.params().is_empty() {
            out.push_str("  Fields: (none)\n");
        } else {
            out.push_str("  Fields:\n");
        }
        for field in class.fields() {
            self.class_field(out, &field);
        }
    }

    fn class_field(&mut self, out: &mut TextOutput<'_>, field: &Field) {
        out.push_str("    ");
        self.store.write_field(out, field);
        self.location(out, field.pos);
    }

    fn record(&mut self, out: &mut TextOutput<'_>, record: Record<'s>) {
        let name = record.name();
        self.title(out, if name.is_empty() { "\"\"" } else { name }, record.pos());
        if let [_, defms @ ..] = record.positions()
            && !defms.is_empty()
        {
            let listed = if self.names_record { record.positions() } else { defms };
            out.push_str("  Defm sequence:");
            // Positions are listed from the inside out, but the outermost `defm` is printed first.
            for &pos in listed.iter().rev() {
                out.push_str(" |");
                out.push_str(self.locations.text(pos));
                out.push('|');
            }
            out.push('\n');
        }
        let line = &mut self.superclasses[record.shape_id()];
        out.push_str(line.get_or_insert_with(|| {
            superclass_line(self.store, record.superclasses(), &record.direct_superclasses())
        }));
        self.fields(out, record);
    }

    fn fields(&mut self, out: &mut TextOutput<'_>, record: Record<'s>) {
        if record.values().is_empty() {
            out.push_str("  Fields: (none)\n");
            return;
        }
        out.push_str("  Fields:\n");
        let shape = self.declarations.for_record(record);
        let fields = record.values().iter().zip(record.field_positions());
        for (slot, (&value, &pos)) in fields.enumerate() {
            shape.write(out, self.store, slot, value);
            append!(out, "  |", self.locations.text(pos), "|\n");
        }
    }

    fn title(&mut self, out: &mut TextOutput<'_>, name: &str, pos: Pos) {
        out.push('\n');
        out.push_str(name);
        self.location(out, pos);
    }

    fn location(&mut self, out: &mut TextOutput<'_>, pos: Pos) {
        append!(out, "  |", self.locations.text(pos), "|\n");
    }
}

/// Returns the superclasses; indirect superclasses are in parentheses.
fn superclass_line(store: &RecordStore, all: &[ClassId], direct: &[ClassId]) -> String {
    if all.is_empty() {
        return "  Superclasses: (none)\n".to_owned();
    }
    let mut line = "  Superclasses:".to_owned();
    for class in all {
        let name = store.class(*class).name();
        if direct.contains(class) {
            append!(&mut line, " ", name);
        } else {
            append!(&mut line, " (", name, ")");
        }
    }
    line.push('\n');
    line
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
    fn positions_and_direct_superclasses_are_marked() {
        check(
            r#"include "included.td"
class A<int p, string s = "x"> { int x = p; }
class B : A<1>, Included { field code c = [{ q }]; }
class P<int p>;
def "" : B;
def d : B {
  let x = 5;
}
multiclass M { def m : Included; }
multiclass N { defm n : M; }
defm o : N;
defvar v = [1];
defset list<Included> set = { def s : Included; }
"#,
            expect![[r#"
                DETAILED RECORDS for file dir/test.td

                -------------------- Global Variables (2) --------------------

                set = [s]
                v = [1]

                -------------------- Classes (4) --------------------

                A  |test.td:2|
                  Template args:
                    int A:p = ?  |test.td:2|
                    string A:s = "x"  |test.td:2|
                  Superclasses: (none)
                  Fields:
                    int x = A:p  |test.td:2|

                B  |test.td:3|
                  Template args: (none)
                  Superclasses: A Included
                  Fields:
                    int x = 1  |test.td:2|
                    field code c = [{ q }]  |test.td:3|

                Included  |included.td:2|
                  Template args: (none)
                  Superclasses: (none)
                  Fields: (none)

                P  |test.td:4|
                  Template args:
                    int P:p = ?  |test.td:4|
                  Superclasses: (none)
                  Fields:

                -------------------- Records (4) --------------------

                ""  |test.td:5|
                  Superclasses: (A) (Included) B
                  Fields:
                    int x = 1  |test.td:2|
                    field code c = [{ q }]  |test.td:3|

                d  |test.td:6|
                  Superclasses: (A) (Included) B
                  Fields:
                    int x = 5  |test.td:7|
                    field code c = [{ q }]  |test.td:3|

                onm  |test.td:9|
                  Defm sequence: |test.td:11| |test.td:10|
                  Superclasses: Included
                  Fields: (none)

                s  |test.td:13|
                  Superclasses: Included
                  Fields: (none)
            "#]],
        );
    }
}
