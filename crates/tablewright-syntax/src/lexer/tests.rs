//! Tests of the lexer.

use std::fmt::Write;

use expect_test::{Expect, expect};

use super::*;

fn tokens(text: &str) -> String {
    let (mut out, mut at) = (String::new(), 0);
    loop {
        let token = scan(text.as_bytes(), at);
        if token.kind == TokenKind::Eof {
            return out;
        }
        let piece = String::from_utf8_lossy(&text.as_bytes()[token.lo as usize..token.hi as usize]);
        _ = if let TokenKind::Error(error) = token.kind {
            writeln!(out, "{}: {} {piece:?}", token.error_at, error.message())
        } else {
            writeln!(out, "{:?} {piece}", token.kind)
        };
        assert!(token.hi as usize > at, "the lexer goes on");
        at = token.hi as usize;
    }
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&tokens(text));
}

#[test]
fn numbers_and_names_that_start_with_digits() {
    check(
        "0 007 +5 -12 0x1F 0b0101",
        expect![[r#"
        Int 0
        Int 007
        Int +5
        Int -12
        Int 0x1F
        BinaryInt 0b0101
    "#]],
    );
    check(
        "8i 5_ 0x 0xg 0b 0b2 0B1 9z",
        expect![[r#"
        Ident 8i
        Ident 5_
        Ident 0x
        Ident 0xg
        Ident 0b
        Ident 0b2
        Ident 0B1
        Ident 9z
    "#]],
    );
    // Only `0` starts a hexadecimal or binary number, though any digits keep a name from starting.
    check(
        "00b1 5x1 0b12 0x1z -0x5",
        expect![[r#"
        Int 00
        Ident b1
        Int 5
        Ident x1
        BinaryInt 0b1
        Int 2
        Int 0x1
        Ident z
        Int -0
        Ident x5
    "#]],
    );
    check(
        "1-5 - 5 + a",
        expect![[r#"
        Int 1
        Int -5
        Minus -
        Int 5
        Plus +
        Ident a
    "#]],
    );
}

#[test]
fn dots_and_punctuation() {
    check(
        "a.b 1...2 .... ..x",
        expect![[r#"
        Ident a
        Dot .
        Ident b
        Int 1
        DotDotDot ...
        Int 2
        DotDotDot ...
        Dot .
        15: Invalid '..' punctuation ".."
        Ident x
    "#]],
    );
    check(
        "{}[]()<>:;,=?#",
        expect![[r#"
        LBrace {
        RBrace }
        LBracket [
        RBracket ]
        LParen (
        RParen )
        Less <
        Greater >
        Colon :
        Semi ;
        Comma ,
        Equal =
        Question ?
        Hash #
    "#]],
    );
}

#[test]
fn strings_know_their_escapes() {
    check(
        r#""" "a" "\\\'\"\t\n" "b""#,
        expect![[r#"
        Str ""
        Str "a"
        Str "\\\'\"\t\n"
        Str "b"
    "#]],
    );
    check(
        "\"a\\q\" x\n y",
        expect![[r#"
        3: invalid escape in string literal "\"a\\q\" x"
        Ident y
    "#]],
    );
    check(
        "\"a\\\nb",
        expect![[r#"
        3: escaped newlines not supported in tblgen "\"a\\"
        Ident b
    "#]],
    );
    check(
        "\"a\nb",
        expect![[r#"
        1: End of line in string literal "\"a"
        Ident b
    "#]],
    );
    check(
        "\"a",
        expect![[r#"
        1: End of file in string literal "\"a"
    "#]],
    );
    check(
        "\"a\\",
        expect![[r#"
        1: End of file in string literal "\"a\\"
    "#]],
    );
    let mut out = String::new();
    unescape(r#""a\\n\n\t\"\'""#, &mut out);
    assert_eq!(out, "a\\n\n\t\"'");
}

#[test]
fn code_fragments_end_at_the_first_brace_and_bracket() {
    check(
        "[{}] [{ a ] } [{ }] b }]",
        expect![[r#"
        Code [{}]
        Code [{ a ] } [{ }]
        Ident b
        RBrace }
        RBracket ]
    "#]],
    );
    check(
        "[{}}] a }] b",
        expect![[r#"
        Code [{}}] a }]
        Ident b
    "#]],
    );
    check(
        "[{}}}] a",
        expect![[r#"
        Code [{}}}]
        Ident a
    "#]],
    );
    check(
        "[{ a }",
        expect![[r#"
        0: Unterminated code block "[{ a }"
    "#]],
    );
    check(
        "[ {",
        expect![[r#"
        LBracket [
        LBrace {
    "#]],
    );
}

#[test]
fn comments_nest() {
    check(
        "a /* b /* c */ d */ e // f\r g\n/**/h/***/i",
        expect![[r#"
        Ident a
        Ident e
        Ident g
        Ident h
        Ident i
    "#]],
    );
    check(
        "a /* /* */",
        expect![[r#"
        Ident a
        2: Unterminated comment! "/* /* */"
    "#]],
    );
    check(
        "/*/",
        expect![[r#"
        0: Unterminated comment! "/*/"
    "#]],
    );
    check(
        "/ a",
        expect![[r#"
        0: Unexpected character "/"
        Ident a
    "#]],
    );
}

#[test]
fn operators_and_variables() {
    check(
        "!add !add5 !foldl !foreach !cond !filter",
        expect![[r#"
        Bang(Add) !add
        Bang(Add) !add
        Int 5
        BangFoldl !foldl
        BangForeach !foreach
        BangCond !cond
        BangFilter !filter
    "#]],
    );
    check(
        "!foo !5 ! add !a_b",
        expect![[r#"
        0: Unknown operator "!foo"
        5: Invalid "!operator" "!"
        Int 5
        8: Invalid "!operator" "!"
        Ident add
        14: Unknown operator "!a"
        Ident _b
    "#]],
    );
    check(
        "$a $_1 $1 $",
        expect![[r#"
        VarName $a
        VarName $_1
        7: Invalid variable name "$"
        Int 1
        10: Invalid variable name "$"
    "#]],
    );
}

#[test]
fn keywords_are_whole_words() {
    check(
        "def defm defs class classes in int include Def true then",
        expect![[r#"
        KwDef def
        KwDefm defm
        Ident defs
        KwClass class
        Ident classes
        KwIn in
        KwInt int
        KwInclude include
        Ident Def
        KwTrue true
        KwThen then
    "#]],
    );
    for word in [
        "assert",
        "bit",
        "bits",
        "class",
        "code",
        "dag",
        "def",
        "defm",
        "defset",
        "deftype",
        "defvar",
        "dump",
        "else",
        "false",
        "field",
        "foreach",
        "if",
        "in",
        "include",
        "int",
        "let",
        "list",
        "multiclass",
        "string",
        "then",
        "true",
    ] {
        let name = format!("{:?}", scan(word.as_bytes(), 0).kind);
        assert_eq!(name.to_lowercase(), format!("kw{word}"));
    }
}

#[test]
fn bytes_that_start_nothing() {
    check(
        "\u{feff}a",
        expect![[r#"
        0: Unexpected character "�"
        1: Unexpected character "�"
        2: Unexpected character "�"
        Ident a
    "#]],
    );
    check(
        "a\0b @ ~ \u{c}",
        expect![[r#"
        Ident a
        1: NUL character is invalid in source; treated as space "\0"
        Ident b
        4: Unexpected character "@"
        6: Unexpected character "~"
        8: Unexpected character "\u{c}"
    "#]],
    );
}
