//! Evaluated parts of `!cond` and `!if`, and their order.

use super::check;
use expect_test::expect;

/// The values of all cases are resolved, so that division by zero in one that is not chosen is an error,
/// as in the reference.
#[test]
fn values_that_are_not_chosen_are_resolved_too() {
    check(
        r#"class A<int n> { int v = !cond(!eq(n, 0): 0, true: !div(10, n)); }
def x : A<0>;
def y : A<2>;
"#,
        expect![[r#"
            2:5: Illegal operation: division by zero
            x { int v = !cond(!eq(A:n, 0): 0, 1: !div(10, A:n)); }
            y { int v = 5; }
        "#]],
    );
}

/// All conditions are resolved before all values. The numbers of the created records show the order.
#[test]
fn all_conditions_come_before_all_values() {
    check(
        r#"class P<int n> { int v = n; }
class A<int n> { P p = !cond(!eq(P<n>.v, 1): P<10>, !eq(P<!add(n, 1)>.v, 3): P<!add(n, 20)>, true: P<!add(n, 30)>); }
def x : A<2>;
"#,
        expect![[r#"
            anonymous_0 { int v = 10; }
            anonymous_1 { int v = 2; }
            anonymous_2 { int v = 3; }
            anonymous_3 { int v = 22; }
            anonymous_4 { int v = 32; }
            x { P p = anonymous_3; }
        "#]],
    );
}

/// `!cond` without a condition that holds is an error at the record.
#[test]
fn no_true_condition_is_an_error() {
    check(
        r#"class A<int n> { int v = !cond(!eq(n, 0): 0, !eq(n, 1): 1); }
def x : A<5>;
"#,
        expect![[r#"
            2:5: x does not have any true condition in:!cond(0: 0, 0: 1)
            x { int v = !cond(!eq(A:n, 0): 0, !eq(A:n, 1): 1); }
        "#]],
    );
}

/// `!if` with a known condition resolves only one branch. The other branch creates no record.
#[test]
fn if_resolves_only_the_branch_that_counts() {
    check(
        r#"class P<int n>;
class A<int n> { P p = !if(!lt(n, 5), P<n>, P<!add(n, 100)>); }
def x : A<1>;
"#,
        expect![[r#"
            1:13: unused template argument: P:n
            anonymous_0 { }
            x { P p = anonymous_0; }
        "#]],
    );
}
