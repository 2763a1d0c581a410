//! Messages for syntax errors, and recovery after them.

use std::fmt::Write;

use expect_test::{Expect, expect};

use super::run;

/// Each line is an input of its own.
fn check(inputs: &str, expected: Expect) {
    let mut out = String::new();
    for input in inputs.lines().filter(|line| !line.is_empty()) {
        let messages = run(input, &[], &[]).messages;
        _ = write!(out, "{input}\n{messages}");
    }
    expected.assert_eq(&out);
}

#[test]
fn records() {
    check(
        r#"
foo
def x y
def x {};
class A {};
class 5;
class A<>;
class A<int x int y>;
class A<int>;
class A<int code>;
class A : ;
class B : A,;
class B : A<1 2>;
class B : A<a = 1, 2>;
class B : A<5 = 1>;
def #x;
"#,
        expect![[r#"
            foo
            1:1: error: Unexpected token at top level
            def x y
            1:7: error: Expected '{' to start body or ';' for declaration only
            def x {};
            1:9: error: A class or def body should not end with a semicolon
            note: Semicolon ignored; remove to eliminate this error
            class A {};
            1:11: error: A class or def body should not end with a semicolon
            note: Semicolon ignored; remove to eliminate this error
            class 5;
            1:7: error: expected class name after 'class' keyword
            class A<>;
            1:9: error: Unknown token when expecting a type
            class A<int x int y>;
            1:15: error: expected '>' at end of template argument list
            class A<int>;
            1:12: error: Expected identifier in declaration
            class A<int code>;
            1:13: error: Expected identifier in declaration
            note: 'code' is a keyword and cannot be a name
            class A : ;
            1:11: error: expected name for ClassID
            class B : A,;
            1:13: error: expected name for ClassID
            class B : A<1 2>;
            1:15: error: Expected comma before next argument
            class B : A<a = 1, 2>;
            1:20: error: Positional argument should be put before named argument
            class B : A<5 = 1>;
            1:13: error: The name of named argument should be a valid identifier
            def #x;
            1:5: error: Unknown or reserved token when parsing a value
        "#]],
    );
}

#[test]
fn bodies() {
    check(
        r#"
class A { 5; }
class A { int }
class A { int x }
class A { int x = 1 }
class A { let }
class A { let x }
class A { int x; let x = 1 }
class A { let x{0 = 1; }
class A { let x{} = 1; }
class A { assert 1; }
class A { assert 1, "a" }
class A { defvar }
class A { defvar x; }
class A { int x;; int y = ; int z }
class A { ; }
"#,
        expect![[r#"
            class A { 5; }
            1:11: error: Unknown token when expecting a type
            class A { int }
            1:15: error: Expected identifier in declaration
            class A { int x }
            1:17: error: expected ';' after declaration
            class A { int x = 1 }
            1:21: error: expected ';' after declaration
            class A { let }
            1:15: error: expected field identifier after let
            class A { let x }
            1:17: error: expected '=' in let expression
            class A { int x; let x = 1 }
            1:28: error: expected ';' after let expression
            class A { let x{0 = 1; }
            1:19: error: expected '}' at end of bit list
            1:16: error: to match this '{'
            class A { let x{} = 1; }
            1:17: error: Unknown or reserved token when parsing a value
            class A { assert 1; }
            1:19: error: expected ',' in assert statement
            class A { assert 1, "a" }
            1:25: error: expected ';'
            class A { defvar }
            1:18: error: expected identifier
            class A { defvar x; }
            1:19: error: expected '='
            class A { int x;; int y = ; int z }
            1:17: error: Unknown token when expecting a type
            1:27: error: Unknown or reserved token when parsing a value
            1:35: error: expected ';' after declaration
            class A { ; }
            1:11: error: Unknown token when expecting a type
        "#]],
    );
}

#[test]
fn types() {
    check(
        r#"
class A { bits x; }
class A { bits<a> x; }
class A { bits<3 x; }
class A { bits<-1> x; }
class A { list x; }
class A { list<> x; }
class A { list<int x; }
"#,
        expect![[r#"
            class A { bits x; }
            1:16: error: expected '<' after bits type
            class A { bits<a> x; }
            1:16: error: expected integer in bits<n> type
            class A { bits<3 x; }
            1:18: error: expected '>' at end of bits<n> type
            class A { bits<-1> x; }
            1:16: error: expected integer in bits<n> type
            class A { list x; }
            1:16: error: expected '<' after list type
            class A { list<> x; }
            1:16: error: Unknown token when expecting a type
            class A { list<int x; }
            1:20: error: expected '>' at end of list<ty> type
        "#]],
    );
}

#[test]
fn multiclasses() {
    check(
        r#"
multiclass
multiclass A;
multiclass A {}
multiclass A { foo }
multiclass A { class B; }
multiclass A { let x = 1 in class B; }
multiclass A { let x = 1 in { defset list<int> s = {} } }
multiclass A { def x; };
multiclass A : {}
defm x;
defm x : ;
defm x : B,;
defm x : B {}
"#,
        expect![[r#"
            multiclass
            1:11: error: expected identifier after multiclass for name
            multiclass A;
            1:13: error: expected '{' in multiclass definition
            multiclass A {}
            1:15: error: multiclass must contain at least one def
            multiclass A { foo }
            1:16: error: expected 'assert', 'def', 'defm', 'defvar', 'dump', 'foreach', 'if', or 'let' in multiclass body
            multiclass A { class B; }
            1:16: error: expected 'assert', 'def', 'defm', 'defvar', 'dump', 'foreach', 'if', or 'let' in multiclass body
            multiclass A { let x = 1 in class B; }
            1:29: error: class is not allowed inside multiclass
            multiclass A { let x = 1 in { defset list<int> s = {} } }
            1:31: error: defset is not allowed inside multiclass
            multiclass A { def x; };
            1:24: error: A multiclass body should not end with a semicolon
            note: Semicolon ignored; remove to eliminate this error
            multiclass A : {}
            1:16: error: expected name for MultiClassID
            defm x;
            1:7: error: expected ':' after defm identifier
            defm x : ;
            1:10: error: expected name for MultiClassID
            defm x : B,;
            1:12: error: expected identifier
            defm x : B {}
            1:12: error: expected ';' at end of defm
        "#]],
    );
}

#[test]
fn other_statements() {
    check(
        r#"
defset list<A> x;
defset list<A> x = 5;
defset list<A> x = { foo
deftype x = ;
deftype int = int;
dump "a"
foreach 5 = [1] in def x;
foreach i in [1] def x;
foreach i = {1 in { }
foreach i = 0 - in { }
foreach i = [1] in class A;
foreach i = [1] in foo
foreach i = [1] in { def x;
if 1 def x;
if 1 then { multiclass A { def x; } }
if 1 then {foo}
if 1 then {} else {foo}
let 5 = 1 in def x;
let x in def y;
let x<0 = 1 in def y;
let x = 1;
let x = 1 in { foo }
"#,
        expect![[r#"
            defset list<A> x;
            1:17: error: expected '='
            defset list<A> x = 5;
            1:20: error: expected '{'
            defset list<A> x = { foo
            1:22: error: expected '}' at end of defset
            1:20: error: to match this '{'
            deftype x = ;
            1:13: error: Unknown token when expecting a type
            deftype int = int;
            1:9: error: expected identifier
            note: 'int' is a keyword and cannot be a name
            dump "a"
            1:9: error: expected ';'
            note: add ';' here
            foreach 5 = [1] in def x;
            1:9: error: Expected identifier in foreach declaration
            1:9: error: expected declaration in for
            foreach i in [1] def x;
            1:11: error: Expected '=' in foreach declaration
            1:11: error: expected declaration in for
            foreach i = {1 in { }
            1:16: error: expected '}' at end of bit range list
            1:16: error: expected declaration in for
            foreach i = 0 - in { }
            1:17: error: Unknown or reserved token when parsing a value
            1:17: error: expected integer value as end of range
            1:17: error: expected declaration in for
            foreach i = [1] in class A;
            1:20: error: class is not allowed inside foreach loop
            foreach i = [1] in foo
            1:20: error: Expected assert, class, def, defm, defset, dump, foreach, if, or let
            foreach i = [1] in { def x;
            1:28: error: expected '}' at end of foreach command
            1:20: error: to match this '{'
            if 1 def x;
            1:6: error: Unknown tok
            if 1 then { multiclass A { def x; } }
            1:13: error: multiclass is not allowed inside foreach loop
            if 1 then {foo}
            1:12: error: expected '}' at end of 'then' clause
            1:11: error: to match this '{'
            if 1 then {} else {foo}
            1:20: error: expected '}' at end of 'else' clause
            1:19: error: to match this '{'
            let 5 = 1 in def x;
            1:5: error: expected identifier in let definition
            let x in def y;
            1:7: error: expected '=' in let expression
            let x<0 = 1 in def y;
            1:9: error: expected '>' at end of range list
            1:6: error: to match this '<'
            let x = 1;
            1:10: error: expected 'in' at end of top-level 'let'
            let x = 1 in { foo }
            1:16: error: expected '}' at end of top level let command
            1:14: error: to match this '{'
        "#]],
    );
}

#[test]
fn values() {
    check(
        r#"
defvar x = ;
defvar x = {1 2};
defvar x = [1 2];
defvar x = []<int;
defvar x = (1);
defvar x = (op:a);
defvar x = (op 1:b);
defvar x = (op 1 2);
defvar x = a{0;
defvar x = a[0;
defvar x = a.5;
defvar x = 18446744073709551616;
defvar x = -9223372036854775809;
defvar x = 0x10000000000000000;
defvar x = "a\q";
defvar x = "a
defvar x = [{ a
defvar x = 0..1;
defvar x = a @ b;
defvar x = 5 6;
"#,
        expect![[r#"
            defvar x = ;
            1:12: error: Unknown or reserved token when parsing a value
            defvar x = {1 2};
            1:15: error: expected '}' at end of bit list value
            defvar x = [1 2];
            1:15: error: expected ']' at end of list value
            defvar x = []<int;
            1:18: error: expected '>' at end of list element type
            defvar x = (1);
            1:13: error: expected identifier in dag init
            defvar x = (op:a);
            1:16: error: expected variable name in dag operator
            note: a name in a dag has a `$`: `:$a`; a type is an operator around the node, as in `(i32 (shl …))`
            defvar x = (op 1:b);
            1:18: error: expected variable name in dag literal
            note: a name in a dag has a `$`: `:$b`; a type is an operator around the node, as in `(i32 (shl …))`
            defvar x = (op 1 2);
            1:18: error: expected ')' in dag init
            defvar x = a{0;
            1:15: error: expected '}' at end of bit range list
            defvar x = a[0;
            1:15: error: expected ']' at end of list slice
            defvar x = a.5;
            1:14: error: expected field identifier after '.'
            defvar x = 18446744073709551616;
            1:12: error: Number out of range
            defvar x = -9223372036854775809;
            1:12: error: Number out of range
            defvar x = 0x10000000000000000;
            1:12: error: Number out of range
            defvar x = "a\q";
            1:15: error: invalid escape in string literal
            defvar x = "a
            1:13: error: End of file in string literal
            defvar x = [{ a
            1:12: error: Unterminated code block
            defvar x = 0..1;
            1:13: error: Invalid '..' punctuation
            note: a range is written `0...3` or `0-3`
            defvar x = a @ b;
            1:14: error: Unexpected character
            defvar x = 5 6;
            1:14: error: expected ';'
        "#]],
    );
}

#[test]
fn operators() {
    check(
        r#"
defvar x = !foo(1);
defvar x = !add;
defvar x = !add(1);
defvar x = !sub(1, 2, 3);
defvar x = !add(1 2);
defvar x = !not;
defvar x = !not(1, 2);
defvar x = !cast("a");
defvar x = !cast<int("a");
defvar x = !if(1, 2);
defvar x = !if(1, 2, 3, 4);
defvar x = !isa<int>;
defvar x = !isa<int>(1, 2);
defvar x = !substr("a");
defvar x = !find("a", "b", 1, 2);
defvar x = !range(1, 2, 3, 4);
defvar x = !cond();
defvar x = !cond(1);
defvar x = !cond(1: 2 3);
defvar x = !foreach(1, a, b);
defvar x = !filter(i, a);
defvar x = !foldl(1, a, 5, b, 1);
defvar x = !foldl(1, a, b, 5, 1);
defvar x = !foldl(1, a, b, c, 1;
"#,
        expect![[r#"
            defvar x = !foo(1);
            1:12: error: Unknown operator
            defvar x = !add;
            1:16: error: expected '(' after binary operator
            defvar x = !add(1);
            1:12: error: expected two operands to operator
            defvar x = !sub(1, 2, 3);
            1:12: error: expected two operands to operator
            defvar x = !add(1 2);
            1:19: error: expected ')' in operator
            defvar x = !not;
            1:16: error: expected '(' after unary operator
            defvar x = !not(1, 2);
            1:18: error: expected ')' in unary operator
            defvar x = !cast("a");
            1:17: error: expected type name for operator
            defvar x = !cast<int("a");
            1:21: error: expected type name for operator
            defvar x = !if(1, 2);
            1:20: error: expected ',' in ternary operator
            defvar x = !if(1, 2, 3, 4);
            1:23: error: expected ')' in binary operator
            defvar x = !isa<int>;
            1:21: error: expected '(' after type of !isa
            defvar x = !isa<int>(1, 2);
            1:23: error: expected ')' in !isa
            defvar x = !substr("a");
            1:23: error: expected ',' in !substr operator
            defvar x = !find("a", "b", 1, 2);
            1:29: error: expected ')' in !find operator
            defvar x = !range(1, 2, 3, 4);
            1:28: error: expected at most three values of integer
            defvar x = !cond();
            1:19: error: there should be at least 1 'condition : value' in the !cond operator
            defvar x = !cond(1);
            1:19: error: expected ':'  following a condition in !cond operator
            defvar x = !cond(1: 2 3);
            1:23: error: expected ',' or ')' following a value in !cond operator
            defvar x = !foreach(1, a, b);
            1:21: error: first argument of !foreach/!filter must be an identifier
            defvar x = !filter(i, a);
            1:24: error: expected ',' in !foreach/!filter
            defvar x = !foldl(1, a, 5, b, 1);
            1:25: error: third argument of !foldl must be an identifier
            defvar x = !foldl(1, a, b, 5, 1);
            1:28: error: fourth argument of !foldl must be an identifier
            defvar x = !foldl(1, a, b, c, 1;
            1:32: error: expected ')' in fold operator
        "#]],
    );
}

/// All errors are reported, and the statements without errors are kept.
fn check_recovery(text: &str, expected: Expect) {
    let outcome = run(text, &[], &[]);
    expected.assert_eq(&format!("{}{}", outcome.messages, outcome.tree));
}

#[test]
fn statements_after_an_error_are_kept() {
    check_recovery(
        "def a b;\ndef c;\nfoo bar;\ndef d : ;\ndef e;\n",
        expect![[r#"
        1:7: error: Expected '{' to start body or ';' for declaration only
        3:1: error: Unexpected token at top level
        4:9: error: expected name for ClassID
        (def c : {})
        (def e : {})
    "#]],
    );
    check_recovery(
        "def a b; def c;\n",
        expect![[r#"
        1:7: error: Expected '{' to start body or ';' for declaration only
        (def c : {})
    "#]],
    );
    check_recovery(
        "def a ( {\n  let x = 1;\n}\ndef b;\n",
        expect![[r#"
        1:7: error: Expected '{' to start body or ';' for declaration only
        (def b : {})
    "#]],
    );
}

#[test]
fn items_after_an_error_are_kept() {
    check_recovery(
        "class A {\n  int a = {1 2};\n  int b;\n  let c = ;\n  int d;\n}\ndef e;\n",
        expect![[r#"
            2:14: error: expected '}' at end of bit list value
            4:11: error: Unknown or reserved token when parsing a value
            (class A : {(int b) (int d)})
            (def e : {})
        "#]],
    );
}

#[test]
fn a_missing_brace_is_noticed_at_the_next_statement() {
    check_recovery(
        "class A {\n  int a;\n\ndef b {\n  int c;\n}\ndef d;\n",
        expect![[r#"
            4:1: error: Unknown token when expecting a type
            1:9: note: this body lacks a closing '}'
            (class A : {(int a)})
            (def b : {(int c)})
            (def d : {})
        "#]],
    );
    check_recovery(
        "multiclass A {\n  def a {\n\nclass B;\ndef d;\n",
        expect![[r#"
            4:1: error: Unknown token when expecting a type
            2:9: note: this body lacks a closing '}'
            4:1: error: expected 'assert', 'def', 'defm', 'defvar', 'dump', 'foreach', 'if', or 'let' in multiclass body
            1:14: note: this multiclass lacks a closing '}'
            (class B : {})
            (def d : {})
        "#]],
    );
}

#[test]
fn blocks_recover_inside() {
    check_recovery(
        "let a = 1 in {\n  def b c;\n  def d;\n}\nforeach i = [1] in {\n  class A;\n  def e;\n}\ndef f;\n",
        expect![[r#"
            2:9: error: Expected '{' to start body or ';' for declaration only
            6:3: error: class is not allowed inside foreach loop
            (let a=1 [(def d : {})])
            (foreach i [1] [(def e : {})])
            (def f : {})
        "#]],
    );
    check_recovery(
        "multiclass M {\n  foo;\n  def a;\n}\ndef b;\n",
        expect![[r#"
        2:3: error: expected 'assert', 'def', 'defm', 'defvar', 'dump', 'foreach', 'if', or 'let' in multiclass body
        (multiclass M : {} [(def a : {})])
        (def b : {})
    "#]],
    );
}

/// A number ends after its last digit. Characters directly after it are a new token.
#[test]
fn numbers_that_end_early() {
    check(
        r#"
def a { int x = -0b11; }
def a { int x = +0x1F; }
def a { int x = 0b12; }
defvar x = [0x1z, 2];
defvar x = [1 b1];
defvar x = [1b1];
"#,
        expect![[r#"
            def a { int x = -0b11; }
            1:19: error: expected ';' after declaration
            note: '-0b11' is read as the number '-0' and 'b11': binary and hexadecimal numbers cannot have a sign
            def a { int x = +0x1F; }
            1:19: error: expected ';' after declaration
            note: '+0x1F' is read as the number '+0' and 'x1F': binary and hexadecimal numbers cannot have a sign
            def a { int x = 0b12; }
            1:20: error: expected ';' after declaration
            note: '0b12' is read as the number '0b1' and '2'
            defvar x = [0x1z, 2];
            1:16: error: expected ']' at end of list value
            note: '0x1z' is read as the number '0x1' and 'z'
            defvar x = [1 b1];
            1:15: error: expected ']' at end of list value
            defvar x = [1b1];
            1:14: error: expected ']' at end of list value
            note: '1b1' is read as the number '1' and 'b1'
        "#]],
    );
}

#[test]
fn characters_that_are_no_names() {
    for (text, column) in [("def x : é;", 9), ("class §;", 7), ("def x { let § = 1; }", 13)] {
        let messages = run(text, &[], &[]).messages;
        let expected = format!("1:{column}: error: Unexpected character\n");
        assert!(messages.starts_with(&expected), "{text}: {messages}");
    }
}

#[test]
fn statements_inside_a_wrong_statement_of_a_multiclass_are_left_out() {
    let text = "multiclass M {\n  def a;\n  foreach i = [1] in {\n    def lost;\n    )\n  }\n  def c;\n}\n";
    let outcome = run(text, &[], &[]);
    assert_eq!(
        outcome.messages,
        "5:5: error: expected '}' at end of foreach command\n3:22: error: to match this '{'\n"
    );
    assert!(!outcome.tree.contains("lost"), "{}", outcome.tree);
    assert!(
        outcome.tree.contains("(def a ") && outcome.tree.contains("(def c "),
        "{}",
        outcome.tree
    );
}
