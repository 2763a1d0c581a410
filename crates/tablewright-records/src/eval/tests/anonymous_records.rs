//! The anonymous records that exist, and their numbers.

use super::check;
use expect_test::expect;

/// `CLASS<args>` is the same record everywhere if the arguments are equal. Records are numbered in the order of their
/// first use.
#[test]
fn equal_arguments_give_the_same_record() {
    check(
        r#"class P<int n> { int v = n; }
def x { list<P> l = [P<1>, P<2>, P<1>]; }
"#,
        expect![[r#"
            anonymous_0 { int v = 1; }
            anonymous_1 { int v = 2; }
            x { list<P> l = [anonymous_0, anonymous_1, anonymous_0]; }
        "#]],
    );
}

/// A value with a parameter creates its record when the class is instantiated. A value without a parameter creates it
/// at once.
#[test]
fn a_class_makes_no_record_until_it_is_instantiated() {
    check(
        r#"class P<int n>;
class A<int n> { P known = P<0>; P p = P<n>; }
def x : A<5>;
"#,
        expect![[r#"
            1:13: unused template argument: P:n
            anonymous_0 { }
            anonymous_1 { }
            x { P known = anonymous_0; P p = anonymous_1; }
        "#]],
    );
}

/// `def` without a name takes the next number, in the order of the input.
#[test]
fn records_without_a_name_share_the_numbers() {
    check(
        r#"class P<int n>;
def { P p = P<1>; }
def { P p = P<1>; }
"#,
        expect![[r#"
            1:13: unused template argument: P:n
            anonymous_0 { P p = anonymous_1; }
            anonymous_1 { }
            anonymous_2 { P p = anonymous_1; }
        "#]],
    );
}

/// A number whose name is taken by another record is left out for a `def` without a name.
#[test]
fn a_taken_name_is_left_out() {
    check(
        r#"def anonymous_0;
def;
"#,
        expect![[r#"
            anonymous_0 { }
            anonymous_1 { }
        "#]],
    );
}

/// Assertions of an anonymous record are checked when it is in the store.
#[test]
fn an_instance_can_read_itself_in_its_assertions() {
    check(
        r#"class P<int n> { int v = n; assert !lt(n, 2), "too large: " # n; }
def x { int a = P<1>.v; int b = P<2>.v; }
"#,
        expect![[r#"
            1:36: assertion failed: too large: 2
            2:33: assertion failed in this record
            anonymous_0 { int v = 1; }
            anonymous_1 { int v = 2; }
            x { int a = 1; int b = 2; }
        "#]],
    );
}
