//! Frequent values are compiled. The results are the same as without compiling.

use super::check;
use expect_test::expect;

/// The first records of a class are resolved, the later ones computed by bytecode.
#[test]
fn later_records_have_values_as_the_first() {
    check(
        r#"class A<int n> { list<int> l = !foreach(i, !range(n), !add(!mul(i, n), 1)); string s = "s" # n; }
foreach n = 0...6 in def x#n : A<n>;
"#,
        expect![[r#"
            x0 { list<int> l = []; string s = "s0"; }
            x1 { list<int> l = [1]; string s = "s1"; }
            x2 { list<int> l = [1, 3]; string s = "s2"; }
            x3 { list<int> l = [1, 4, 7]; string s = "s3"; }
            x4 { list<int> l = [1, 5, 9, 13]; string s = "s4"; }
            x5 { list<int> l = [1, 6, 11, 16, 21]; string s = "s5"; }
            x6 { list<int> l = [1, 7, 13, 19, 25, 31]; string s = "s6"; }
        "#]],
    );
}

/// A value without the inner loop's variable is computed once in each run of the inner loop, and again in the next run.
#[test]
fn what_is_the_same_in_a_loop_is_kept_for_one_run_of_it() {
    check(
        r#"class A<list<int> l> { list<int> r = !foreach(i, l, !foldl(0, l, sum, j, !add(sum, !mul(j, !add(i, 1))))); }
foreach n = 0...5 in def x#n : A<[n, 1]>;
"#,
        expect![[r#"
            x0 { list<int> r = [1, 2]; }
            x1 { list<int> r = [4, 4]; }
            x2 { list<int> r = [9, 6]; }
            x3 { list<int> r = [16, 8]; }
            x4 { list<int> r = [25, 10]; }
            x5 { list<int> r = [36, 12]; }
        "#]],
    );
}

/// Errors are the same in both, at the record and field they are found in.
#[test]
fn an_error_of_bytecode_is_that_of_resolving() {
    check(
        r#"class A<int n> { int v = !div(12, !sub(4, n)); }
foreach n = 0...5 in def x#n : A<n>;
"#,
        expect![[r#"
            2:26: Illegal operation: division by zero
            x0 { int v = 3; }
            x1 { int v = 4; }
            x2 { int v = 6; }
            x3 { int v = 12; }
        "#]],
    );
}

/// Anonymous records that bytecode creates have the numbers that resolving gives them.
#[test]
fn records_are_created_in_the_same_order() {
    check(
        r#"class P<int n> { int v = n; }
class A<int n> { list<P> l = !foreach(i, [1, 2], P<!add(!mul(n, 10), i)>); P p = P<n>; }
foreach n = 0...5 in def x#n : A<n>;
"#,
        expect![[r#"
            anonymous_0 { int v = 1; }
            anonymous_1 { int v = 2; }
            anonymous_10 { int v = 41; }
            anonymous_11 { int v = 42; }
            anonymous_12 { int v = 4; }
            anonymous_13 { int v = 51; }
            anonymous_14 { int v = 52; }
            anonymous_15 { int v = 5; }
            anonymous_2 { int v = 0; }
            anonymous_3 { int v = 11; }
            anonymous_4 { int v = 12; }
            anonymous_5 { int v = 21; }
            anonymous_6 { int v = 22; }
            anonymous_7 { int v = 31; }
            anonymous_8 { int v = 32; }
            anonymous_9 { int v = 3; }
            x0 { list<P> l = [anonymous_0, anonymous_1]; P p = anonymous_2; }
            x1 { list<P> l = [anonymous_3, anonymous_4]; P p = anonymous_0; }
            x2 { list<P> l = [anonymous_5, anonymous_6]; P p = anonymous_1; }
            x3 { list<P> l = [anonymous_7, anonymous_8]; P p = anonymous_9; }
            x4 { list<P> l = [anonymous_10, anonymous_11]; P p = anonymous_12; }
            x5 { list<P> l = [anonymous_13, anonymous_14]; P p = anonymous_15; }
        "#]],
    );
}

/// `#` and `!subst` nest without a value for each part.
#[test]
fn strings_are_put_together_at_once() {
    check(
        r#"class A<string s> { string r = !subst("a", s # "b", "a-" # s # "-a"); }
foreach n = 0...5 in def x#n : A<"a" # n>;
"#,
        expect![[r#"
            x0 { string r = "a0b-a0b0-a0b"; }
            x1 { string r = "a1b-a1b1-a1b"; }
            x2 { string r = "a2b-a2b2-a2b"; }
            x3 { string r = "a3b-a3b3-a3b"; }
            x4 { string r = "a4b-a4b4-a4b"; }
            x5 { string r = "a5b-a5b5-a5b"; }
        "#]],
    );
}

/// The second operand of `!and` and `!or` is computed only if the first operand does not decide the result.
#[test]
fn logic_stops_early_in_loops() {
    check(
        r#"class A<list<int> l> {
  list<int> r = !foreach(x, l, !and(x, !div(12, x)));
  list<int> s = !foreach(x, l, !or(!sub(x, 1), !foldl(0, l, a, b, !add(a, !shl(b, x)))));
  list<list<int>> t = !foreach(x, l, !foreach(y, l, !and(y, !div(!add(x, 8), y))));
  int u = !and(!head(l), !div(7, !head(l)));
}
foreach n = 0...5 in def x#n : A<[n, 0, 2]>;
"#,
        expect![[r#"
            x0 { list<int> r = [0, 0, 2]; list<int> s = [-1, -1, 9]; list<list<int>> t = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]; int u = 0; }
            x1 { list<int> r = [0, 0, 2]; list<int> s = [6, -1, 13]; list<list<int>> t = [[1, 0, 0], [0, 0, 0], [0, 0, 0]]; int u = 1; }
            x2 { list<int> r = [2, 0, 2]; list<int> s = [17, -1, 17]; list<list<int>> t = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]; int u = 2; }
            x3 { list<int> r = [0, 0, 2]; list<int> s = [42, -1, 21]; list<list<int>> t = [[3, 0, 0], [2, 0, 0], [3, 0, 0]]; int u = 2; }
            x4 { list<int> r = [0, 0, 2]; list<int> s = [99, -1, 25]; list<list<int>> t = [[0, 0, 2], [0, 0, 0], [0, 0, 0]]; int u = 0; }
            x5 { list<int> r = [0, 0, 2]; list<int> s = [228, -1, 29]; list<list<int>> t = [[0, 0, 2], [1, 0, 0], [0, 0, 0]]; int u = 1; }
        "#]],
    );
}

/// A shift that is too far is an error in the record that it belongs to.
#[test]
fn shifts_that_are_too_far_are_errors() {
    check(
        r#"class A<int n> { list<int> l = !foreach(x, [0, 1], !shl(x, n)); int s = !sra(-8, !sub(n, 62)); }
foreach n = 61...64 in def x#n : A<n>;
"#,
        expect![[r#"
            2:28: Illegal operation: out of bounds shift
        "#]],
    );
}

/// The result of `!isa` is the same whether the operand is known early or late.
#[test]
fn isa_waits_for_values_in_loops() {
    check(
        r#"class P; class Q; class PQ : P, Q;
class A<P p, list<P> l> {
  list<int> i = !foreach(x, l, !isa<Q>(x));
  int j = !if(!isa<Q>(p), 1, 2);
  list<P> k = !filter(x, l, !and(!isa<Q>(x), !isa<Q>(p)));
  list<P> m = !sort(x, l, !isa<Q>(x));
}
def p : P; def q : PQ;
foreach r = [p, q, p, q, p, q] in def : A<r, [r, q, p]>;
"#,
        expect![[r#"
            anonymous_0 { list<int> i = [0, 1, 0]; int j = 2; list<P> k = []; list<P> m = [p, p, q]; }
            anonymous_1 { list<int> i = [1, 1, 0]; int j = 1; list<P> k = [q, q]; list<P> m = [p, q, q]; }
            anonymous_2 { list<int> i = [0, 1, 0]; int j = 2; list<P> k = []; list<P> m = [p, p, q]; }
            anonymous_3 { list<int> i = [1, 1, 0]; int j = 1; list<P> k = [q, q]; list<P> m = [p, q, q]; }
            anonymous_4 { list<int> i = [0, 1, 0]; int j = 2; list<P> k = []; list<P> m = [p, p, q]; }
            anonymous_5 { list<int> i = [1, 1, 0]; int j = 1; list<P> k = [q, q]; list<P> m = [p, q, q]; }
            p { }
            q { }
        "#]],
    );
}
