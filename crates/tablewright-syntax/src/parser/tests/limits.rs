//! No input, however deep, ends in anything but a diagnostic.

use super::run;

const STACK: usize = 2 << 20;

/// Parses `open` and `close` many times around `core`, on a thread with the stack of a test.
fn nest(prefix: &str, open: &str, core: &str, close: &str, suffix: &str, times: usize) -> String {
    let text = format!("{prefix}{}{core}{}{suffix}\n", open.repeat(times), close.repeat(times));
    let thread = std::thread::Builder::new().stack_size(STACK);
    thread.spawn(move || run(&text, &[], &[]).messages).expect("a thread").join().expect("no panic")
}

#[test]
fn nesting_has_a_limit_that_reports_itself() {
    for (prefix, open, core, close, suffix) in [
        ("defvar a = ", "[", "1", "]", ";"),
        ("defvar a = ", "{", "1", "}", ";"),
        ("defvar a = ", "(a ", "1", ")", ";"),
        ("defvar a = ", "!add(1, ", "1", ")", ";"),
        ("defvar a = ", "!if(1, 2, ", "1", ")", ";"),
        ("defvar a = ", "!foldl(1, 2, a, b, ", "1", ")", ";"),
        ("defvar a = ", "!cond(1: ", "1", ")", ";"),
        ("defvar a = ", "A<", "1", ">", ";"),
        ("defvar a = ", "a[", "1", "]", ";"),
        ("defvar a = ", "a # ", "1", "", ";"),
        ("defvar a = a", ".b", "", "", ";"),
        ("class A { ", "list<", "int", ">", " a; }"),
        ("", "foreach i = [1] in ", "def a;", "", ""),
        ("", "let a = 1 in { ", "def a;", "}", ""),
        ("", "if a then {} else ", "def a;", "", ""),
    ] {
        assert_eq!(nest(prefix, open, core, close, suffix, 100), "", "{open}");
        let messages = nest(prefix, open, core, close, suffix, 5000);
        let first = messages.lines().next().unwrap_or_default();
        assert!(first.ends_with("error: Nested more than 500 levels deep"), "{open}: {messages}");
    }
}

#[test]
fn errors_have_a_limit() {
    let outcome = run(&"def a b;\n".repeat(100), &[], &[]);
    assert_eq!(outcome.messages.lines().filter(|line| line.contains(": error: ")).count(), 20);
    // The token at hand when the input is given up lies in another file than the last one.
    let inner = "def a b;\n".repeat(30);
    let outcome = run("def x; include \"i\" def y;", &[("i", &inner)], &[]);
    assert_eq!(outcome.messages.lines().filter(|line| line.contains(": error: ")).count(), 20);
}
