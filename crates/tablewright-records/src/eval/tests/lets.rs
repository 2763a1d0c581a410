//! The order in which fields are set.

use super::check;
use expect_test::expect;

/// `let`s around a record apply from the outermost to the innermost, after the parents and before the
/// body.
#[test]
fn an_inner_let_wins() {
    check(
        r#"class A { int a = 1; int b = 1; int c = 1; }
let a = 2, b = 2, c = 2 in
let b = 3, c = 3 in
def x : A { let c = 4; }
"#,
        expect![[r#"
            x { int a = 2; int b = 3; int c = 4; }
        "#]],
    );
}

/// A later parent does not undo the assignments of a surrounding `let`.
#[test]
fn a_let_around_comes_after_all_parents() {
    check(
        r#"class A { int a = 1; }
class B : A { let a = 2; }
let a = 3 in def x : B;
"#,
        expect![[r#"
            x { int a = 3; }
        "#]],
    );
}

/// A `let` of some bits keeps the other bits.
#[test]
fn a_let_of_bits_keeps_the_others() {
    check(
        r#"class A { bits<4> a = 0b1010; }
def x : A { let a{1-0} = 0b01; }
"#,
        expect![[r#"
            x { bits<4> a = { 1, 0, 0, 1 }; }
        "#]],
    );
}

/// After a `let … in { }` its bindings are not in force.
#[test]
fn a_let_does_not_reach_past_its_end() {
    check(
        r#"class A { int a = 1; }
let a = 2 in { def x : A; }
def y : A;
"#,
        expect![[r#"
            x { int a = 2; }
            y { int a = 1; }
        "#]],
    );
}
