//! `--print-records`: all classes and records, as the language would write them.

use std::io;
use std::sync::mpsc;

use tablewright_backend::{Backend, Failure, Job, Output};
use tablewright_records::{Record, RecordStore, TextSink};

use crate::declarations::Declarations;

/// What each field begins with.
const INDENT: &str = "  ";

pub(crate) const BACKEND: Backend = Backend {
    name: "print-records",
    help: "Print all records to stdout (default)",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let store = job.store;
    let mut out = Output::new(job.out);
    out.push_str("------------- Classes -----------------\n");
    for class in store.classes() {
        out.push_str("class ");
        store.write_class(&mut out, class);
        out.check()?;
    }
    out.push_str("------------- Defs -----------------\n");
    let records: Vec<Record<'_>> = store.records().collect();
    write_records(&mut out, store, &records)?;
    Ok(out.finish()?)
}

/// How many records are formatted at a time.
const PIECE: usize = 512;

/// Writes records in order. Of many, another thread formats every other piece.
fn write_records(
    out: &mut Output<'_>,
    store: &RecordStore,
    records: &[Record<'_>],
) -> Result<(), Failure> {
    let mut pieces = records.chunks(PIECE);
    if pieces.len() < 4 {
        return Ok(write_piece(out, &mut Declarations::new(store, INDENT), records)?);
    }
    std::thread::scope(|scope| {
        // Room for a few pieces, so that neither waits for the other where one is longer.
        let (sender, formatted) = mpsc::sync_channel(4);
        let (written, spare) = mpsc::channel::<String>();
        let others = pieces.clone().skip(1).step_by(2);
        scope.spawn(move || {
            let mut declarations = Declarations::new(store, INDENT);
            for piece in others {
                let mut text = spare.try_recv().unwrap_or_default();
                text.clear();
                for &record in piece {
                    write_record(&mut text, &mut declarations, record);
                }
                if sender.send(text).is_err() {
                    // Writing failed.
                    return;
                }
            }
        });
        let mut declarations = Declarations::new(store, INDENT);
        while let Some(piece) = pieces.next() {
            write_piece(out, &mut declarations, piece)?;
            if pieces.next().is_some() {
                let text = formatted.recv().expect("every other piece is formatted there");
                out.push_str(&text);
                out.check()?;
                // Whether it is still wanted does not matter.
                written.send(text).ok();
            }
        }
        Ok(())
    })
}

fn write_piece<'s>(
    out: &mut Output<'_>,
    declarations: &mut Declarations<'s>,
    piece: &[Record<'s>],
) -> io::Result<()> {
    for &record in piece {
        write_record(out, declarations, record);
        out.check()?;
    }
    Ok(())
}

/// The same text as [`RecordStore::write_record`] gives, sooner.
///
/// [`RecordStore::write_record`]: tablewright_records::RecordStore::write_record
fn write_record<'s>(
    out: &mut impl TextSink,
    declarations: &mut Declarations<'s>,
    record: Record<'s>,
) {
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
