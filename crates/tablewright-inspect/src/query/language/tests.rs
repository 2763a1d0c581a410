//! Tests of the lexer and the parser, by the trees and the errors.

use expect_test::{Expect, expect};

use super::tree::{Check, Choice, Expr, Literal, Names, Operand, Path};
use super::{parse_condition, parse_paths};
use crate::query::error::{QueryError, QueryPart};

fn check(text: &str, expected: Expect) {
    let mut names = Names::new();
    let shown = match parse_condition(QueryPart::Where, text, &mut names) {
        Ok(condition) => expr(&names, &condition.expr),
        Err(error) => shown_error(&error),
    };
    expected.assert_eq(&shown);
}

fn check_paths(text: &str, expected: Expect) {
    let shown = match parse_paths(QueryPart::Show, text, &mut Names::new()) {
        Ok(paths) => paths.iter().map(|p| format!("{:?}", p.steps)).collect::<Vec<_>>().join("\n"),
        Err(error) => shown_error(&error),
    };
    expected.assert_eq(&shown);
}

fn shown_error(error: &QueryError) -> String {
    let marks = "^".repeat(error.span.len().max(1));
    format!("{}\n{:indent$}{marks}\n{error}\n", error.text, "", indent = error.span.start)
}

/// The condition with all its parentheses.
fn expr(names: &Names, of: &Expr) -> String {
    let joined = |terms: &[Expr], word: &str| {
        let terms: Vec<String> = terms.iter().map(|term| expr(names, term)).collect();
        format!("({})", terms.join(word))
    };
    match of {
        Expr::Or(terms) => joined(terms, " or "),
        Expr::And(terms) => joined(terms, " and "),
        Expr::Not(inner) => format!("not {}", expr(names, inner)),
        Expr::Test(test) => path(&test.path) + &shown_check(names, &test.check),
    }
}

fn path(path: &Path) -> String {
    path.text.clone()
}

fn shown_check(names: &Names, check: &Check) -> String {
    match check {
        Check::IsTrue => String::new(),
        Check::Compare(comparison, Operand::Literal(value)) => {
            format!(" {comparison:?} {}", literal(names, value))
        }
        Check::Compare(comparison, Operand::Path(other)) => {
            format!(" {comparison:?} {}", path(other))
        }
        Check::In(choices) => {
            let choices: Vec<String> = choices.iter().map(|c| choice(names, c)).collect();
            format!(" in [{}]", choices.join(", "))
        }
        Check::Matches(regex) => format!(" matches /{}/", regex.as_str()),
        Check::Contains(value) => format!(" contains {}", literal(names, value)),
        Check::IsUnset => " is unset".to_owned(),
        Check::Inherits(class) => format!(" inherits {}", names[*class].text),
    }
}

fn choice(names: &Names, choice: &Choice) -> String {
    match choice {
        Choice::Value(value) => literal(names, value),
        Choice::Range(first, last) => format!("{first}...{last}"),
    }
}

fn literal(names: &Names, value: &Literal) -> String {
    match value {
        Literal::Unset => "?".to_owned(),
        Literal::Int(number) => number.to_string(),
        Literal::Text(text) => format!("{text:?}"),
        Literal::Record(name) => format!("record {}", names[*name].text),
        Literal::List(elements) => {
            let elements: Vec<String> = elements.iter().map(|e| literal(names, e)).collect();
            format!("[{}]", elements.join(", "))
        }
    }
}

#[test]
fn and_binds_before_or_and_not_before_both() {
    check(
        "a or b and not c = 1 or (d or e) and f",
        expect!["(a or (b and not c Equal 1) or ((d or e) and f))"],
    );
    check("not not a", expect!["not not a"]);
}

#[test]
fn checks() {
    check("mayLoad = 1 and Pattern = []", expect!["(mayLoad Equal 1 and Pattern Equal [])"]);
    check("a == -3", expect!["a Equal -3"]);
    check("a != 0x1F", expect!["a NotEqual 31"]);
    check("a <= b", expect!["a LessOrEqual record b"]);
    check("a = .b", expect!["a Equal .b"]);
    check("a = [\"x\", ?, true, [GPR]]", expect![[r#"a Equal ["x", ?, 1, [record GPR]]"#]]);
    check("a in [1, 4...7, X]", expect!["a in [1, 4...7, record X]"]);
    check("a not in [1]", expect!["not a in [1]"]);
    check("a matches '^\\d+\\.x'", expect!["a matches /^\\d+\\.x/"]);
    check("a contains ?", expect!["a contains ?"]);
    check("a is unset", expect!["a is unset"]);
    check("a is not unset", expect!["not a is unset"]);
    check("inherits C and x.y inherits D", expect!["( inherits C and x.y inherits D)"]);
    check("`and` = `a b` and .or", expect!["(`and` Equal record a b and .or)"]);
    check("r = 4x4", expect!["r Equal record 4x4"]);
}

#[test]
fn errors_point_at_the_token() {
    check(
        "mayLoad = and x",
        expect![[r#"
            mayLoad = and x
                      ^^^
            where: expected a value, but 'and' is a keyword
        "#]],
    );
    check(
        "",
        expect![[r#"

            ^
            where: expected the name of a field, but this is the end
        "#]],
    );
    check(
        "a && b",
        expect![[r#"
            a && b
              ^^
            where: '&&' means nothing here; did you mean 'and'?
        "#]],
    );
    check(
        "a = 1 AND b = 2",
        expect![[r#"
            a = 1 AND b = 2
                  ^^^
            where: expected 'and', 'or' or the end, but found AND; did you mean 'and'?
        "#]],
    );
    check(
        "(a = 1",
        expect![[r#"
            (a = 1
                  ^
            where: expected ')', 'and' or 'or', but this is the end
        "#]],
    );
    check(
        "a = \"x",
        expect![[r#"
            a = "x
                ^^
            where: the string lacks a closing "
        "#]],
    );
    check(
        "a matches '('",
        expect![[r#"
            a matches '('
                      ^^^
            where: no regular expression: found open group without closing ')'
        "#]],
    );
    check(
        "a is 4",
        expect![[r#"
            a is 4
                 ^
            where: expected 'unset' or 'not unset', but found 4
        "#]],
    );
    check(
        "a = 99999999999999999999",
        expect![[r#"
            a = 99999999999999999999
                ^^^^^^^^^^^^^^^^^^^^
            where: '99999999999999999999' does not fit into 64 bits
        "#]],
    );
}

#[test]
fn nesting_has_a_limit() {
    let deep = "not ".repeat(100_000) + "a";
    let error = parse_condition(QueryPart::Where, &deep, &mut Names::new()).expect_err("too deep");
    assert_eq!(error.message, "this is nested too deeply");
    let deep = "a = ".to_owned() + &"[".repeat(100_000);
    let error = parse_condition(QueryPart::Where, &deep, &mut Names::new()).expect_err("too deep");
    assert_eq!(error.message, "this is nested too deeply");
}

#[test]
fn paths() {
    check_paths(
        "NAME, OutOperandList.rd.RegClass, Inst{6-4, 0}, Inst{0...2}",
        expect![[r#"
        [RecordName]
        [Name(NameId(1), Once), Name(NameId(2), Once), Name(NameId(3), Once)]
        [Name(NameId(4), Once), Bits([6, 5, 4, 0])]
        [Name(NameId(5), Once), Bits([0, 1, 2])]"#]],
    );
    check_paths(
        "Features.Implies*, Implies+, p[0].operator, p[*].$operator",
        expect![[r#"
        [Name(NameId(1), Once), Name(NameId(2), Any)]
        [Name(NameId(3), AtLeastOnce)]
        [Name(NameId(4), Once), Index(0), Operator]
        [Name(NameId(5), Once), All, Argument(NameId(6))]"#]],
    );
    check_paths(
        "Inst{a}",
        expect![[r#"
        Inst{a}
             ^
        show: expected the number of a bit, but found a
    "#]],
    );
    check_paths(
        "Inst{999999999-0}",
        expect![[r#"
        Inst{999999999-0}
             ^^^^^^^^^^^
        show: these are too many bits
    "#]],
    );
    check_paths(
        "a, , b",
        expect![[r#"
        a, , b
           ^
        show: expected the name of a field, but found ','
    "#]],
    );
    check_paths(
        "a[-1]",
        expect![[r#"
        a[-1]
          ^
        show: expected the number of an element, or '*' for all elements, but found '-'
    "#]],
    );
}
