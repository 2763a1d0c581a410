//! Recovery from errors: the omitted part, and the part that is still evaluated.

use super::check;
use expect_test::expect;

/// A field with an error in its value has no value. The other fields of the record are kept.
#[test]
fn an_error_in_a_field_leaves_the_others() {
    check(
        r#"def x { int a = !div(1, 0); int b = 2; }
"#,
        expect![[r#"
            1:5: Illegal operation: division by zero
            x { int a; int b = 2; }
        "#]],
    );
}

/// Using the name of a definition that was given up is no further error.
#[test]
fn a_name_that_was_given_up_is_not_reported_again() {
    check(
        r#"def x : Missing;
def y { int v = x.v; }
class B : Missing { let missing = 1; }
def z : B;
"#,
        expect![[r#"
            1:9: Couldn't find class 'Missing'
            3:11: Couldn't find class 'Missing'
            x { }
            y { int v; }
            z { }
        "#]],
    );
}

/// An error in the body of a loop, within a `let` and a `defset`, gives up the loop. What follows is not in
/// the loop, the `let` or the `defset`.
#[test]
fn an_error_in_a_loop_leaves_no_loop_behind() {
    check(
        r#"class A { int a = 1; }
foreach i = [1, 2] in {
  let a = 2 in {
    def x#i : A { int b = missing; }
    def y#i : Missing;
  }
}
defset list<A> all = { def bad : Missing; }
def z : A;
"#,
        expect![[r#"
            4:27: Variable not defined: 'missing'
            5:15: Couldn't find class 'Missing'
            8:34: Couldn't find class 'Missing'
            bad { }
            x1 { int a = 2; int b; }
            x2 { int a = 2; int b; }
            z { int a = 1; }
        "#]],
    );
}

/// After an error in the body of a multiclass a `def` is a record again.
#[test]
fn an_error_in_a_multiclass_leaves_no_multiclass_behind() {
    check(
        r#"multiclass M { def a : Missing; }
def z;
"#,
        expect![[r#"
            1:24: Couldn't find class 'Missing'
            z { }
        "#]],
    );
}

/// A `let` whose binding is wrong is given up with its statements: the error is not reported for each.
#[test]
fn a_wrong_binding_of_a_let_is_reported_once() {
    check(
        r#"class A { int a = 1; }
let a = "text" in {
  def x : A;
  def y : A;
}
def z : A;
"#,
        expect![[r#"
            2:5: Field 'a' of type 'int' is incompatible with value '"text"' of type 'string'
            z { int a = 1; }
        "#]],
    );
}

/// After twenty errors the rest is not evaluated.
#[test]
fn errors_stop_the_run() {
    check(
        r#"def x0 : Missing;
def x1 : Missing;
def x2 : Missing;
def x3 : Missing;
def x4 : Missing;
def x5 : Missing;
def x6 : Missing;
def x7 : Missing;
def x8 : Missing;
def x9 : Missing;
def x10 : Missing;
def x11 : Missing;
def x12 : Missing;
def x13 : Missing;
def x14 : Missing;
def x15 : Missing;
def x16 : Missing;
def x17 : Missing;
def x18 : Missing;
def x19 : Missing;
def x20 : Missing;
def x21 : Missing;
"#,
        expect![[r#"
            1:10: Couldn't find class 'Missing'
            2:10: Couldn't find class 'Missing'
            3:10: Couldn't find class 'Missing'
            4:10: Couldn't find class 'Missing'
            5:10: Couldn't find class 'Missing'
            6:10: Couldn't find class 'Missing'
            7:10: Couldn't find class 'Missing'
            8:10: Couldn't find class 'Missing'
            9:10: Couldn't find class 'Missing'
            10:10: Couldn't find class 'Missing'
            11:11: Couldn't find class 'Missing'
            12:11: Couldn't find class 'Missing'
            13:11: Couldn't find class 'Missing'
            14:11: Couldn't find class 'Missing'
            15:11: Couldn't find class 'Missing'
            16:11: Couldn't find class 'Missing'
            17:11: Couldn't find class 'Missing'
            18:11: Couldn't find class 'Missing'
            19:11: Couldn't find class 'Missing'
            20:11: Couldn't find class 'Missing'
            stopped after 20 errors; the rest of the input is not checked
            x0 { }
            x1 { }
            x10 { }
            x11 { }
            x12 { }
            x13 { }
            x14 { }
            x15 { }
            x16 { }
            x17 { }
            x18 { }
            x2 { }
            x3 { }
            x4 { }
            x5 { }
            x6 { }
            x7 { }
            x8 { }
            x9 { }
        "#]],
    );
}
