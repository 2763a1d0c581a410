//! Each production and its tree.

use expect_test::{Expect, expect};

use super::run;
use crate::source::SourceMap;
use crate::tree::{Statement, StatementEvent};

fn check(text: &str, expected: Expect) {
    let outcome = run(text, &[], &[]);
    assert_eq!(outcome.messages, "");
    expected.assert_eq(&outcome.tree);
}

#[test]
fn literals() {
    check(
        "defvar a = 5; defvar a = -5; defvar a = 0x1F; defvar a = 0b0101;",
        expect![[r#"
        (defvar a 5)
        (defvar a -5)
        (defvar a 31)
        (defvar a 0b0101)
    "#]],
    );
    check(
        "defvar a = true; defvar a = false; defvar a = ?;",
        expect![[r#"
        (defvar a 1)
        (defvar a 0)
        (defvar a ?)
    "#]],
    );
    check(
        "defvar a = 18446744073709551615; defvar a = -9223372036854775808;",
        expect![[r#"
        (defvar a -1)
        (defvar a -9223372036854775808)
    "#]],
    );
    check(
        r#"defvar a = "x\t" "y"; defvar a = [{ c
}];"#,
        expect![[r#"
            (defvar a "x\ty")
            (defvar a [{ c
            }])
        "#]],
    );
    // More digits than an integer has bits: the rest are zero bits of their own.
    let wide = format!("defvar a = 0b{}1;", "0".repeat(65));
    let bits = format!("(defvar a {{0 0 0b{:064b}}})\n", 1);
    assert_eq!(run(&wide, &[], &[]).tree, bits);
}

#[test]
fn long_literals_stay_in_their_files() {
    let long = "x".repeat(64);
    let tree = |text: &str| run(text, &[], &[]).tree;
    for literal in [format!("\"{long}\""), format!("[{{{long}}}]")] {
        assert_eq!(tree(&format!("defvar a = {literal};")), format!("(defvar a file:{literal})\n"));
    }
    // What is shorter, escaped or joined is interned.
    let short = &long[1..];
    assert_eq!(tree(&format!("defvar a = [{{{short}}}];")), format!("(defvar a [{{{short}}}])\n"));
    let escaped = format!("{long}\\t");
    assert_eq!(tree(&format!("defvar a = \"{escaped}\";")), format!("(defvar a \"{escaped}\")\n"));
    let joined = tree(&format!("defvar a = \"{long}\" \"b\";"));
    assert_eq!(joined, format!("(defvar a \"{long}b\")\n"));
    let included =
        run("include \"b\" defvar a = b;", &[("b", &format!("defvar b = [{{{long}}}];"))], &[]);
    assert_eq!(included.tree, format!("(defvar b file:[{{{long}}}])\n(defvar a b)\n"));
    let named = tree(&format!("def a : B<\"{long}\" = 1>;"));
    assert!(named.contains(&format!("{long}=1")), "{named}");
}

#[test]
fn compound_values() {
    check(
        "defvar a = {1, b, ?}; defvar a = {};",
        expect![[r#"
        (defvar a {1 b ?})
        (defvar a {})
    "#]],
    );
    check(
        "defvar a = [1, 2,]; defvar a = []<list<bits<3>>>; defvar a = [];",
        expect![[r#"
        (defvar a [1 2])
        (defvar a []<list<bits<3>>>)
        (defvar a [])
    "#]],
    );
    check(
        "defvar a = (op); defvar a = (op:$n 1, x:$y, $z, ?:$w, (q));",
        expect![[r#"
        (defvar a (dag op ))
        (defvar a (dag op:$n 1 x:$y -:$z ?:$w (dag q )))
    "#]],
    );
    check(
        "defvar a = (? 1); defvar a = (!cast<C>(\"x\") 1); defvar a = (op.f 1);",
        expect![[r#"
        (defvar a (dag ? 1))
        (defvar a (dag (!cast<C> "x") 1))
        (defvar a (dag op.f 1))
    "#]],
    );
    check(
        "defvar a = C<>; defvar a = C<1, \"s\">.f; defvar a = C<1, n = 2, \"m\" = 3>;",
        expect![[r#"
            (defvar a C<>)
            (defvar a C<1 "s">.f)
            (defvar a C<1 n=2 m=3>)
        "#]],
    );
}

#[test]
fn suffixes() {
    check(
        "defvar a = b{3...0, 5, 7-6, 2 - 1, 9 8};",
        expect![[r#"
        (defvar a b{3...0 5 7...6 2...1 9...-8})
    "#]],
    );
    check(
        "defvar a = b[0]; defvar a = b[0,]; defvar a = b[c...d, 1-3, [4]];",
        expect![[r#"
        (defvar a b[0])
        (defvar a b[0,])
        (defvar a b[c...d 1...3 [4]])
    "#]],
    );
    check(
        "defvar a = b.c.d[0]{1}; defvar a = [1, 2][0];",
        expect![[r#"
        (defvar a b.c.d[0]{1})
        (defvar a [1 2][0])
    "#]],
    );
}

#[test]
fn pastes_bind_to_the_right_but_braces_to_the_whole() {
    check(
        "defvar a = b # c # \"d\".e; defvar a = b#c{0}.d; defvar a = b#;",
        expect![[r#"
        (defvar a (# b (# c "d".e)))
        (defvar a (# b c){0}.d)
        (defvar a (# b -))
    "#]],
    );
    check(
        "def a#8i#\"x\" {} def b# : C; def c# {} def d#!strconcat(\"a\", \"b\");",
        expect![[r#"
        (def (# a (# 8i "x")) : {})
        (def (# b -) :C<> {})
        (def (# c -) : {})
        (def (# d (!strconcat "a" "b")) : {})
    "#]],
    );
}

#[test]
fn operators() {
    check(
        "defvar a = !add(1, 2, 3); defvar a = !sub(1, 2); defvar a = !not(1);",
        expect![[r#"
        (defvar a (!add 1 2 3))
        (defvar a (!sub 1 2))
        (defvar a (!not 1))
    "#]],
    );
    check(
        "defvar a = !if(1, 2, 3); defvar a = !cast<int>(b); defvar a = !isa<C>(b);",
        expect![[r#"
        (defvar a (!if 1 2 3))
        (defvar a (!cast<int> b))
        (defvar a (!isa<C> b))
    "#]],
    );
    check(
        "defvar a = !getdagop(d); defvar a = !getdagop<C>(d);",
        expect![[r#"
        (defvar a (!getdagop d))
        (defvar a (!getdagop<C> d))
    "#]],
    );
    check(
        "defvar a = !getdagarg<int>(d, 0); defvar a = !range(1); defvar a = !range(1, 2, 3);",
        expect![[r#"
            (defvar a (!getdagarg<int> d 0))
            (defvar a (!range 1))
            (defvar a (!range 1 2 3))
        "#]],
    );
    check(
        "defvar a = !substr(s, 1); defvar a = !find(s, t, 2); defvar a = !exists<C>(\"x\");",
        expect![[r#"
            (defvar a (!substr s 1))
            (defvar a (!find s t 2))
            (defvar a (!exists<C> "x"))
        "#]],
    );
    check(
        "defvar a = !cond(1: 2, true: 3,);",
        expect![[r#"
        (defvar a (!cond 1:2 1:3))
    "#]],
    );
    check(
        "defvar a = !foreach(i, [1], i); defvar a = !filter(i, l, !lt(i, 2));",
        expect![[r#"
        (defvar a (!foreach i [1] i))
        (defvar a (!filter i l (!lt i 2)))
    "#]],
    );
    check(
        "defvar a = !foldl(0, l, acc, x, !add(acc, x));",
        expect![[r#"
        (defvar a (!foldl 0 l acc x (!add acc x)))
    "#]],
    );
    check(
        "defvar a = !instances<C>(); defvar a = !instances<C>(\"r\"); defvar a = !match(s, r);",
        expect![[r#"
            (defvar a (!instances<C> ))
            (defvar a (!instances<C> "r"))
            (defvar a (!match s r))
        "#]],
    );
}

#[test]
fn records() {
    check(
        "class A; class B<int a, field list<B> b = []> : A, C<1> { int c = a; }",
        expect![[r#"
        (class A : {})
        (class B<(int a) (field list<B> b [])> :A<> C<1> {(int c a)})
    "#]],
    );
    check(
        "class A { field bits<4> b; let b{3-0} = 1; let b = ?; code c; C d; }",
        expect![[r#"
        (class A : {(field bits<4> b) (let b{3...0}=1) (let b=?) (code c) (C d)})
    "#]],
    );
    check(
        "class A { defvar v = 1; assert v, \"no\"; dump \"x\"; }",
        expect![[r#"
        (class A : {(defvar v 1) (assert v "no") (dump "x")})
    "#]],
    );
    check(
        "def; def {} def : A; def a; def \"b\" : A<n = 1> {} def 5a;",
        expect![[r#"
        (def - : {})
        (def - : {})
        (def - :A<> {})
        (def a : {})
        (def "b" :A<n=1> {})
        (def 5a : {})
    "#]],
    );
}

#[test]
fn multiclasses() {
    check(
        "multiclass M<int a> : N<a>, O { def A; defm B : M<1>, C; let x = 1 in def D; }",
        expect![[r#"
            (multiclass M<(int a)> :N<a> O<> {} [(def A : {}) (defm B :M<1> C<> {}) (let x=1 (def D : {}))])
        "#]],
    );
    check(
        "multiclass M : N; defm : M; defm \"\" : M; defm a#b : M<>;",
        expect![[r#"
        (multiclass M :N<> {} [])
        (defm - :M<> {})
        (defm "" :M<> {})
        (defm (# a b) :M<> {})
    "#]],
    );
}

#[test]
fn other_statements() {
    check(
        "defset list<A> s = { def a; def b; } deftype t = list<int>;",
        expect![[r#"
        (defset list<A> s [(def a : {}) (def b : {})])
        (deftype t list<int>)
    "#]],
    );
    check(
        "foreach i = [1] in def a#i; foreach i = {0-3, 5} in { def b; def c; }",
        expect![[r#"
        (foreach i [1] (def (# a i) : {}))
        (foreach i {0...3 5} [(def b : {}) (def c : {})])
    "#]],
    );
    check(
        "foreach i = 0...3 in {} foreach i = 0-3 in {} foreach i = l in {}",
        expect![[r#"
        (foreach i 0...3 [])
        (foreach i 0...3 [])
        (foreach i l [])
    "#]],
    );
    check(
        "if a then { def b; } else if c then def d; else def e;",
        expect![[r#"
        (if a [(def b : {})] else (if c (def d : {}) else (def e : {})))
    "#]],
    );
    check(
        "if a then if b then def c; else def d;",
        expect![[r#"
        (if a (if b (def c : {}) else (def d : {})))
    "#]],
    );
    check(
        "let a = 1, b<3...0> = 2 in { class C; } let a = 1 in let b = 2 in def c;",
        expect![[r#"
        (let a=1 b{3...0}=2 [(class C : {})])
        (let a=1 (let b=2 (def c : {})))
    "#]],
    );
    check(
        "assert a, \"b\"; dump C<1>;",
        expect![[r#"
        (assert a "b")
        (dump C<1>)
    "#]],
    );
}

#[test]
fn a_record_is_at_its_name_or_else_at_its_keyword() {
    let columns = |text: &str| {
        let mut sources = SourceMap::new();
        let main = sources.add("t.td".into(), text.into(), None).expect("small");
        let parsed = crate::parse(
            &mut sources,
            &mut crate::symbol::Interner::new(),
            main,
            &mut super::Files(&[]),
            &[],
            &mut crate::diagnostic::Diagnostics::new(),
        );
        let column = |pos| sources.line_column(pos).column;
        let places = parsed.tree.events.iter().map(|event| match event {
            StatementEvent::Statement(Statement::Def(d)) => {
                let d = parsed.tree.get(*d);
                (column(d.pos), d.name.map(|n| column(n.span.hi)))
            }
            _ => panic!("only defs here"),
        });
        places.collect::<Vec<_>>()
    };
    assert_eq!(columns("def  a ;"), [(6, Some(7))]);
    assert_eq!(columns("def  a # \"b\"  ;"), [(6, Some(13))]);
    assert_eq!(columns("def  \"b\" # a;"), [(1, Some(13))]);
    assert_eq!(columns("def  {}"), [(1, None)]);
}

#[test]
fn the_token_after_a_place() {
    let mut sources = SourceMap::new();
    let main = sources.add("t.td".into(), "a /* b */ // c\n  d  ".into(), None).expect("small");
    let next = |at| {
        let pos = crate::next_token_pos(&sources, sources.file(main).pos(at));
        sources.offset_in_file(pos)
    };
    assert_eq!((next(0), next(1), next(17), next(18)), (0, 17, 17, 20));
    assert!(crate::is_macro_name("_A1"));
    assert!(
        !crate::is_macro_name("1A") && !crate::is_macro_name("") && !crate::is_macro_name("A-")
    );
}
