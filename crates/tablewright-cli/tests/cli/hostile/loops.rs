//! Loops, recursion and circles.

use crate::hostile::{check_action, hostile, lines};

hostile! {
    loops_over_ranges: "foreach i = 0...1099511627776 in def a#i;\n" => "a.td:1:13: error: range has more than 16777216 numbers";
    loops_over_old_ranges: "foreach i = 0-1099511627776 in def a#i;\n" => "a.td:1:13: error: range has more than 16777216 numbers";
    loops_over_lists: "foreach i = !range(1099511627776) in def a#i;\n" => "a.td:1:13: error: list of more than 16777216 elements";
    classes_in_themselves: "class A<int n> { int x = A<!add(n, 1)>.x; }\ndef a : A<0>;\n" => "a.td:1:7: error: evaluation nests deeper than 20000 levels";
    classes_in_themselves_twice: "class A<int n> { int x = !add(A<!add(n, n)>.x, A<!add(n, n, 1)>.x); }\ndef a : A<1>;\n" => "a.td:1:7: error: evaluation nests deeper than 20000 levels";
    classes_of_themselves: "class A<int n> : A<!add(n, 1)>;\ndef a : A<0>;\n" => "a.td:1:18: error: class inherits from itself through 'A'";
    multiclasses_in_themselves: "multiclass M<int n> { defm a : M<!add(n, 1)>; }\ndefm x : M<0>;\n" => "";
    circles_of_fields: "def a { int x = y; int y = x; }\n" => "a.td:1:17: error: Variable not defined: 'y'";
    circles_of_inherited_fields: "class A { int x = ?; int y = x; }\ndef a : A { let x = y; }\n" => "a.td:2:5: error: Initializer of 'x' in 'a' could not be fully resolved: y";
    circles_of_records: "class A { A x; }\ndef a : A { let x = a; }\ndef b { A z = a.x.x.x.x; }\n" => "";
    circles_of_later_records: "class A { A x = ?; }\ndef a : A { let x = !cast<A>(\"b\"); }\ndef b : A { let x = a; }\n" => "a.td:2:5: error: Undefined reference to record: 'b'";
    circles_of_dags: "def op; class A { dag d; }\ndef a : A { let d = (op a); }\n" => "";
    circles_of_dags_and_operators: "class O { dag d; }\ndef o : O { let d = (o (o o)); }\n" => "";
}

/// What would end at the default limits of evaluation after minutes ends at lower ones. The bodies of loops, the records of
/// classes and the entries of multiclasses are steps.
#[track_caller]
fn check_steps(text: &str, at: &str) {
    let expected = format!("{at}error: evaluation exceeds the limit of 100000 steps");
    check_action(text, &["--null-backend", "--max-steps", "100000"], &expected);
}

#[test]
fn loops_in_loops() {
    let loops = lines(12, |i| format!("foreach i{i} = 0...9 in "));
    check_steps(&format!("{loops}def a{};\n", lines(12, |i| format!("#_#i{i}"))), "a.td:1:272: ");
}

#[test]
fn classes_that_are_trees() {
    let text = "class A<int n, int d> { int x = !if(!eq(d, 0), 1, \
                !add(A<!add(n, n), !sub(d, 1)>.x, A<!add(n, n, 1), !sub(d, 1)>.x)); }\ndef a : A<1, 40>;\n";
    check_steps(text, "a.td:1:7: ");
}

#[test]
fn multiclasses_that_double() {
    let doubling =
        |i: usize| format!("multiclass M{i} {{ defm x : M{0}; defm y : M{0}; }}\n", i - 1);
    check_steps(
        &format!("multiclass M0 {{ def a; }}\n{}defm z : M40;\n", lines(40, doubling)),
        "a.td:15:32: ",
    );
}

#[test]
fn folds_of_folds() {
    let text = "def a { int x = !foldl(0, !range(100000), a, b, \
                !foldl(a, !range(100000), c, d, !add(c, d))); }\n";
    check_steps(text, "a.td:1:5: ");
}

#[test]
fn filters_of_filters() {
    let text = "def a { list<int> x = !filter(i, !range(100000), \
                !foldl(0, !range(100000), c, d, !add(c, d, i))); }\n";
    check_steps(text, "a.td:1:5: ");
}

#[test]
fn sorts_of_sorts() {
    let text = "def a { list<int> x = !foreach(i, !range(100000), \
                !foldl(i, !range(100000), c, d, !add(c, d))); }\n";
    check_steps(text, "a.td:1:5: ");
}
