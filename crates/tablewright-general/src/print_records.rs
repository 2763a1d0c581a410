//! `--print-records`: all classes and records, in TableGen syntax.

use std::sync::OnceLock;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Class, Record, RecordStore};
use tablewright_text::TextSink;

use crate::support::field_declarations::FieldDeclarations;
use crate::support::parallel_output::{ParallelOutput, write_in_parallel};
use crate::support::value_lengths::ValueLengths;

/// Text before each field.
const INDENT: &str = "  ";

pub(crate) const BACKEND: Backend = Backend {
    name: "print-records",
    help: "Print all records to stdout (default)",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let lengths = ValueLengths::new(job.store);
    lengths.check_classes()?;
    lengths.check_records()?;
    let printing = Printing::new(job.store);
    let mut out = job.output();
    write_in_parallel(&printing, &mut out)?;
    Ok(out.finish()?)
}

/// Number of classes formatted at a time.
const CLASSES: usize = 64;

/// Number of records formatted at a time.
const RECORDS: usize = 256;

/// The classes in pieces, then the records.
struct Printing<'s> {
    store: &'s RecordStore,
    classes: Vec<Class<'s>>,
    /// Sorted by name. They are sorted on first use, so that the other thread formats classes
    /// meanwhile.
    records: OnceLock<Vec<Record<'s>>>,
    declarations: FieldDeclarations<'s>,
}

impl<'s> Printing<'s> {
    fn new(store: &'s RecordStore) -> Printing<'s> {
        Printing {
            store,
            classes: store.classes().collect(),
            records: OnceLock::new(),
            declarations: FieldDeclarations::new(store, INDENT),
        }
    }

    /// Returns the number of pieces for classes. The first has their headline, even if there are
    /// none.
    fn class_pieces(&self) -> usize {
        self.classes.len().div_ceil(CLASSES).max(1)
    }
}

impl ParallelOutput for Printing<'_> {
    fn count(&self) -> usize {
        self.class_pieces() + self.store.record_count().div_ceil(RECORDS).max(1)
    }

    fn format(&self, piece: usize, out: &mut impl TextSink) {
        if piece == 0 {
            out.push_str("------------- Classes -----------------\n");
        }
        let Some(record_piece) = piece.checked_sub(self.class_pieces()) else {
            for &class in self.classes.iter().skip(piece * CLASSES).take(CLASSES) {
                out.push_str("class ");
                self.store.write_class(out, class);
            }
            return;
        };
        if record_piece == 0 {
            out.push_str("------------- Defs -----------------\n");
        }
        let records = self.records.get_or_init(|| self.store.records().collect());
        for &record in records.iter().skip(record_piece * RECORDS).take(RECORDS) {
            write_record(out, &self.declarations, record);
        }
    }
}

/// Writes the same text as [`RecordStore::write_record`], but faster.
///
/// [`RecordStore::write_record`]: tablewright_records::RecordStore::write_record
fn write_record<'s>(
    out: &mut impl TextSink,
    declarations: &FieldDeclarations<'s>,
    record: Record<'s>,
) {
    let store = record.store();
    out.push_str("def ");
    out.push_str(record.name());
    store.write_opening(out, record.superclasses());
    declarations.for_record(record).write_all(out, store, record.values());
    out.push_str("}\n");
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
    fn marked_fields_come_first() {
        check(
            "class A<int p = 1> { int x = p; field bits<2> b; code c = [{ q }]; }\ndef d : A { let c = \"s\"; }\n",
            expect![[r#"
                ------------- Classes -----------------
                class A<int A:p = 1> {
                  field bits<2> b = { ?, ? };
                  int x = A:p;
                  code c = [{ q }];
                }
                ------------- Defs -----------------
                def d {	// A
                  field bits<2> b = { ?, ? };
                  int x = 1;
                  string c = "s";
                }
            "#]],
        );
    }

    #[test]
    fn values() {
        check(
            r#"class C;
def o : C;
def v {
  int i = -12; bit b = 1; bits<9> bs = 0x1a5; bits<0> none = 0; bits<3> part = {?, 1, 0};
  string s = "a \"b\" \\ \t|"; list<string> ss = ["", [{c}]]; list<C> cs = [o]; list<int> e = [];
  dag d = (o:$name "x":$a, ?:$b, $c, [1, 2], (o)); string q = ?; C r = o;
}
def "" : C;
def "odd name";
"#,
            expect![[r#"
                ------------- Classes -----------------
                class C {
                }
                ------------- Defs -----------------
                def  {	// C
                }
                def o {	// C
                }
                def odd name {
                }
                def v {
                  int i = -12;
                  bit b = 1;
                  bits<9> bs = { 1, 1, 0, 1, 0, 0, 1, 0, 1 };
                  bits<0> none = {  };
                  bits<3> part = { ?, 1, 0 };
                  string s = "a "b" \ 	|";
                  list<string> ss = ["", [{c}]];
                  list<C> cs = [o];
                  list<int> e = [];
                  dag d = (o:name "x":$a, ?:$b, ?:$c, [1, 2], (o));
                  string q = ?;
                  C r = o;
                }
            "#]],
        );
    }

    #[test]
    fn classes_show_what_is_not_known_yet() {
        check(
            r#"class X<int n> { int v = n; }
class A<int p, string s, list<int> l, bit t, dag d> {
  int sum = !add(p, 1);
  string name = NAME # s;
  X x = X<p>;
  int xv = X<p>.v;
  X named = !cast<X>(s);
  bit is = !isa<X>(named);
  bit there = !exists<X>(s);
  int el = l[0];
  list<int> some = l[1, 2];
  list<int> each = !foreach(i, l, !mul(i, p));
  list<int> kept = !filter(i, l, !lt(i, p));
  int total = !foldl(0, l, acc, i, !add(acc, i));
  int chosen = !cond(t: 1, !eq(p, 2): 2, true: 3);
  int either = !if(t, p, 7);
  list<int> range = !range(p);
  bits<2> bs = {t, 0};
  int arg = !getdagarg<int>(d, 0);
}
"#,
            expect![[r#"
                ------------- Classes -----------------
                class A<int A:p = ?, string A:s = ?, list<int> A:l = ?, bit A:t = ?, dag A:d = ?> {
                  int sum = !add(A:p, 1);
                  string name = !strconcat(A:NAME, A:s);
                  X x = X<0: A:p>;
                  int xv = X<0: A:p>.v;
                  X named = !cast<X>(A:s);
                  bit is = 1;
                  bit there = !cast<bit>(!exists<X>(A:s));
                  int el = A:l[0];
                  list<int> some = A:l[[1, 2]];
                  list<int> each = !foreach(i, A:l, !mul(i, A:p));
                  list<int> kept = !filter(i, A:l, !lt(i, A:p));
                  int total = !foldl(0, A:l, acc, i, !add(acc, i));
                  int chosen = !cond(A:t: 1, !eq(A:p, 2): 2, 1: 3);
                  int either = !if(A:t, A:p, 7);
                  list<int> range = !range(0, A:p, 1);
                  bits<2> bs = { A:t, 0 };
                  int arg = !getdagarg<int>(A:d, 0);
                }
                class X<int X:n = ?> {
                  int v = X:n;
                }
                ------------- Defs -----------------
            "#]],
        );
    }

    #[test]
    fn values_nested_deeply_are_written() {
        let input = "def o;\ndef r { dag d = !foldl((o), !range(20000), acc, i, (o acc)); }\n";
        let text = output_of(&BACKEND, &Options::new(), input);
        assert!(text.contains(&format!(
            "dag d = {}(o){};",
            "(o ".repeat(20000),
            ")".repeat(20000)
        )));
    }
}
