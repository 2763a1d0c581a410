//! The meaning of names while values are resolved.

use super::check;
use expect_test::expect;

/// A field has no value while its own value is being resolved, so that a circle of fields ends: each
/// keeps a reference to the other, and neither is concrete.
#[test]
fn a_field_that_is_being_resolved_has_no_meaning() {
    check(
        r#"class A { int a; int b = a; }
def x : A { let a = b; }
"#,
        expect![[r#"
            2:5: Initializer of 'a' in 'x' could not be fully resolved: b
            2:5: Initializer of 'b' in 'x' could not be fully resolved: b
            x { int a = b; int b = b; }
        "#]],
    );
}

/// Fields are resolved last, so that a `let` in the record reaches into the values that a class wrote
/// for other fields.
#[test]
fn a_let_reaches_into_inherited_values() {
    check(
        r#"class A { int a = 1; int b = !add(a, 1); }
def x : A { let a = 5; }
"#,
        expect![[r#"
            x { int a = 5; int b = 6; }
        "#]],
    );
}

/// A bit of a field that is `?` stays a reference to the field, while other uses of such a field make
/// the value not concrete.
#[test]
fn unset_bits_stay_references() {
    check(
        r#"def x { bits<2> a; bits<2> b = a; bits<2> c = { a{0}, 1 }; }
"#,
        expect![[r#"
            x { bits<2> a = { ?, ? }; bits<2> b = { a{1}, a{0} }; bits<2> c = { a{0}, 1 }; }
        "#]],
    );
}

/// Of a row of bits each bit is resolved for itself.
#[test]
fn a_row_of_bits_takes_known_bits_one_by_one() {
    check(
        r#"class A<bits<2> p> { bits<2> a; bits<4> b = { p, a }; }
def x : A<2>;
"#,
        expect![[r#"
            x { bits<2> a = { ?, ? }; bits<4> b = { 1, 0, a{1}, a{0} }; }
        "#]],
    );
}

/// The defaults of parameters are resolved by the parameters before them.
#[test]
fn a_default_can_mention_an_earlier_parameter() {
    check(
        r#"class A<int n, int m = !add(n, 1)> { int v = m; }
def x : A<4>;
def y : A<4, 0>;
"#,
        expect![[r#"
            x { int v = 5; }
            y { int v = 0; }
        "#]],
    );
}

/// While a record is being resolved, its fields cannot be read by its name.
#[test]
fn a_record_cannot_read_its_own_field_by_name() {
    check(
        r#"class A { int a; }
def x : A { let a = 1; int b = !cast<A>("x").a; }
"#,
        expect![[r#"
            2:5: Attempting to access field 'a' of 'x' is a forbidden self-reference
        "#]],
    );
}

/// In the body of `!foreach`, the variable is an element, even if an outer frame has another value for the same name.
#[test]
fn the_variable_of_a_loop_hides_what_is_around() {
    check(
        r#"class A<list<int> l> { list<int> r = !foreach(i, l, !add(i, 1)); }
class B<int i> { list<int> r = A<[i, 3]>.r; }
def x : B<7>;
"#,
        expect![[r#"
            anonymous_0 { list<int> r = [8, 4]; }
            x { list<int> r = [8, 4]; }
        "#]],
    );
}

/// `!cast` to a record that does not exist yet waits, and is an error only where a record gets its
/// final values.
#[test]
fn a_cast_waits_for_its_record() {
    check(
        r#"class L { int n = 1; }
class B<string s> { L l = !cast<L>(s); }
def l : L;
def x : B<"l">;
def y : B<"none">;
"#,
        expect![[r#"
            5:5: Undefined reference to record: 'none'

            l { int n = 1; }
            x { L l = l; }
        "#]],
    );
}
