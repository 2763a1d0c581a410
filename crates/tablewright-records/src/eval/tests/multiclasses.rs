//! The records that `defm` creates from the body of a multiclass.

use super::check;
use expect_test::expect;

/// The `defm` name precedes each record name, unless the record's name contains `NAME`.
#[test]
fn names_are_put_before() {
    check(
        r#"multiclass M { def A; def "B" # NAME; def ""; }
defm x : M;
"#,
        expect![[r#"
            Bx { }
            x { }
            xA { }
        "#]],
    );
}

/// A `defm` in a multiclass puts its own name between; parameters of the outer multiclass reach into the
/// inner one.
#[test]
fn multiclasses_nest() {
    check(
        r#"class R<int n> { int v = n; }
multiclass I<int n> { def _i : R<n>; }
multiclass O<int n> { defm _o : I<!add(n, 1)>; }
defm x : O<1>;
"#,
        expect![[r#"
            x_o_i { int v = 2; }
        "#]],
    );
}

/// A multiclass that inherits from another multiclass also creates its records, before its own records.
#[test]
fn a_multiclass_inherits_the_records_of_another() {
    check(
        r#"class R<int n> { int v = n; }
multiclass A<int n> { def a : R<n>; }
multiclass B<int n> : A<!mul(n, 10)> { def b : R<n>; }
defm x : B<2>;
"#,
        expect![[r#"
            xa { int v = 20; }
            xb { int v = 2; }
        "#]],
    );
}

/// A `foreach` in a multiclass runs when the multiclass is instantiated.
#[test]
fn a_loop_in_a_multiclass_waits_for_its_list() {
    check(
        r#"class R<int n> { int v = n; }
multiclass M<list<int> l> { foreach i = l in def _#i : R<i>; }
defm x : M<[3, 4]>;
"#,
        expect![[r#"
            x_3 { int v = 3; }
            x_4 { int v = 4; }
        "#]],
    );
}

/// Classes behind the multiclasses of a `defm` are inherited by each record, and `let`s around apply after
/// them.
#[test]
fn a_defm_can_add_classes() {
    check(
        r#"class T { int t = 1; }
multiclass M { def a; def b; }
let t = 2 in defm x : M, T;
"#,
        expect![[r#"
            xa { int t = 2; }
            xb { int t = 2; }
        "#]],
    );
}

/// An error in a record also shows the `defm`s that created the record, the innermost first.
#[test]
fn errors_show_where_a_record_comes_from() {
    check(
        r#"class R<int n> { int v = !div(1, n); }
multiclass I<int n> { def _i : R<n>; }
multiclass O<int n> { defm _o : I<n>; }
defm x : O<0>;
"#,
        expect![[r#"
            2:27: Illegal operation: division by zero
            3:33: instantiated from multiclass
            4:10: instantiated from multiclass
        "#]],
    );
}
