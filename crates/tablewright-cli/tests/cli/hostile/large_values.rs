//! Values that few characters make large: bits, ranges, values that double.

use crate::Dir;
use crate::hostile::{MANY, bounded, check_action, hostile, lines};

/// Forty variables, each of which contains the one before it twice; `twice` gets two names of it.
fn doubled(first: &str, twice: impl Fn(String) -> String) -> String {
    format!("{first}\n")
        + &lines(40, |i| format!("defvar v{i} = {};\n", twice(format!("v{}", i - 1))))
}

fn dags() -> String {
    doubled("def op; defvar v0 = (op);", |v| format!("(op {v}, {v})")) + "def a { dag d = v40; }\n"
}

hostile! {
    bits_of_four_gibibits: "def a { bits<4294967295> b = 0; }\n" => "a.td:1:9: error: 4294967295 bits are more than the limit of 1048576";
    bits_of_more: "class A { bits<4294967296> b; }\ndef a : A;\n" => "a.td:1:16: error: expected integer in bits<n> type";
    bits_of_less_than_nothing: "class A { bits<-1> b; }\ndef a : A;\n" => "a.td:1:16: error: expected integer in bits<n> type";
    bits_at_the_limit: "class A { bits<1048576> b = 0; }\ndef a : A;\n" => "";
    ranges: "def a { list<int> l = !range(1099511627776); }\n" => "a.td:1:5: error: list of more than 16777216 elements";
    ranges_to_the_end: "def a { list<int> l = !range(0, 9223372036854775807, 1); }\n" => "a.td:1:5: error: list of more than 16777216 elements";
    ranges_backward: "def a { list<int> l = !range(9223372036854775807, -9223372036854775807, -1); }\n" => "a.td:1:5: error: list of more than 16777216 elements";
    splats: "def a { list<int> l = !listsplat(1, 1099511627776); }\n" => "a.td:1:5: error: list of more than 16777216 elements";
    splats_of_splats: "def a { list<list<int>> l = !listsplat(!listsplat(1, 16777216), 16777216); }\n" => "a.td:1:5: error: evaluation exceeds the limit of 67108864 parts of one value";
    slices: "def a { list<int> l = [1]; list<int> m = l[0...1099511627776]; }\n" => "a.td:1:5: error: list of more than 16777216 elements";
    bits_beyond_32: "def a { bits<8> l = 1; bit m = l{4294967296}; }\n" => "a.td:1:34: error: 4294967296 is too large: numbers of ranges are below 4294967296";
    bits_of_ranges: "def a { bits<8> l = 1; bits<8> m = l{0...1099511627776}; }\n" => "a.td:1:38: error: range has more than 16777216 numbers";
    lists_that_double: doubled("defvar v0 = [1];", |v| format!("!listconcat({v}, {v})")) => "a.td:26:14: error: list of more than 16777216 elements";
    lists_of_two_lists: doubled("defvar v0 = [1];", |v| format!("[{v}, {v}]")) => "a.td:27:8: error: evaluation exceeds the limit of 67108864 parts of one value";
    strings_that_double: doubled("defvar v0 = \"x\";", |v| format!("!strconcat({v}, {v})")) => "a.td:28:14: error: string of more than 67108864 bytes";
    strings_that_are_pasted: doubled("defvar v0 = \"x\";", |v| format!("{v} # {v}")) => "";
    strings_that_are_replaced: doubled("defvar v0 = \"a\";", |v| format!("!subst(\"a\", \"aa\", {v})")) => "a.td:28:14: error: string of more than 67108864 bytes";
    dags_that_double: dags() => "a.td:27:8: error: evaluation exceeds the limit of 67108864 parts of one value";
    dags_that_are_joined: doubled("def op; defvar v0 = (op 1);", |v| format!("!con({v}, {v})")) => "a.td:26:14: error: list of more than 16777216 elements";
    text_of_dags_that_double: dags() + "def b { string s = !repr(v40); }\n" => "a.td:27:8: error: evaluation exceeds the limit of 67108864 parts of one value";
    operations_that_double: format!(
        "class A<int v0> {{\n{}int x = v40; }}\ndef a : A<1>;\n",
        lines(40, |i| format!("defvar v{i} = !mul(v{0}, v{0});\n", i - 1))
    ) => "a.td:1:7: error: evaluation exceeds the limit of 67108864 parts of one value";
    instances_that_double: format!(
        "class N<list<N> l> {{ list<N> m = l; }}\ndefvar v0 = N<[]>;\n{}",
        lines(40, |i| format!("defvar v{i} = N<[v{0}, v{0}]>;\n", i - 1))
    ) => "";
    strings_between: format!("def a {{ string s = !interleave(!listsplat(\"{}\", 1000000), \",\"); }}\n", "x".repeat(1000)) => "a.td:1:5: error: string of more than 67108864 bytes";
    lists_that_grow: "def a { list<int> d = !foldl([0], !range(100000), a, b, !listconcat(a, [b])); }\n" => "a.td:1:5: error: evaluation exceeds the limit of 1879048192 bytes of memory";
    strings_that_grow: "def a { string d = !foldl(\"\", !range(100000), a, b, a # b); }\n" => "a.td:1:5: error: evaluation exceeds the limit of 939524096 bytes of strings";
    strings_of_strings: "def a { list<string> l = !foreach(i, !range(1000), !interleave(!listsplat(\"ab\" # i, 10000000), \"\")); }\n" => "a.td:1:5: error: evaluation exceeds the limit of 1879048192 bytes of memory";
    elements_that_are_removed: "def a { int n = !size(!listremove(!range(200000), !range(100000, 300000))); }\n" => "";
    smallest_number_divided: "def a { int x = !div(-9223372036854775808, -1); }\n" => "a.td:1:5: error: Illegal operation: INT64_MIN / -1";
    division_by_zero: "def a { int x = !div(1, 0); }\n" => "a.td:1:5: error: Illegal operation: division by zero";
    sums_that_overflow: "def a { int x = !sub(-9223372036854775808, 1); int y = !mul(-9223372036854775808, -1); }\n" => "";
    shifts_past_63: "def a { int x = !shl(1, 64); }\n" => "";
    shifts_by_less_than_nothing: "def a { int x = !srl(-1, -1); }\n" => "";
    arithmetic_shifts_past_63: "def a { int x = !sra(-1, 9223372036854775807); }\n" => "";
    logarithms_of_nothing: "def a { int x = !logtwo(0); }\n" => "a.td:1:5: error: Illegal operation: logtwo is undefined on arguments less than or equal to 0";
    parts_of_strings: "def a { string s = !substr(\"abc\", 1, 9223372036854775807); }\n" => "";
    positions_in_strings: "def a { int s = !find(\"abc\", \"b\", 9223372036854775807); }\n" => "a.td:1:5: error: !find start position is out of range 0...3: 9223372036854775807";
}

/// Checks an input with forms of release 23.
#[track_caller]
fn check_new(text: &str, expected: &str) {
    check_action(text, &["--null-backend", "--release=23"], expected);
}

#[test]
fn strings_that_are_appended() {
    check_new(
        &format!(
            "class D {{ string s = \"a\"; }}\ndef a : D {{ {}}}\n",
            "let append s = \"b\"; ".repeat(MANY)
        ),
        "a.td:2:5: error: evaluation exceeds the limit of 939524096 bytes of strings",
    );
}

#[test]
fn regular_expressions() {
    check_new(
        "def a { bit b = !match(!interleave(!listsplat(\"a\", 1000000), \"\"), \"(a*)*(a*)*(a*)*b\"); }\n",
        "",
    );
}

#[test]
fn large_regular_expressions() {
    check_new(
        "def a { bit b = !match(\"a\", \"((((a{1000}){1000}){1000}){1000})\"); }\n",
        "a.td:1:5: error: invalid regex '((((a{1000}){1000}){1000}){1000})': compiled regex exceeded size limit",
    );
}

/// Each variable is small enough, all together are not.
#[test]
fn variables_together_are_limited() {
    let text = format!(
        "def op; defvar l00000 = (op);\n{}",
        lines(20_000, |i| format!("defvar l{i:05} = (op l{:05});\n", i - 1))
    );
    let expected =
        "error: global variables up to 'l08191' exceed the limit of 67108864 parts of values";
    check_action(&text, &["--print-detailed-records"], expected);
    check_action(&text, &["--print-records"], "");
}

/// A list of one long string takes no memory, and any amount of text.
#[test]
fn text_of_a_value_is_limited() {
    let text = "class A { string s = !interleave(!listsplat(\"\", 1000001), \"xxxxxxxx\"); }\n\
                def a : A { list<string> l = !listsplat(s, 10000); }\n\
                defvar v = a.l;\n";
    let expected = |what: &str| {
        format!(
            "a.td:2:5: error: the value of {what} exceeds the limit of 8589934592 bytes of an output"
        )
    };
    for action in ["--print-records", "--dump-json"] {
        check_action(text, &[action], &expected("'l' in record 'a'"));
    }
    let of_variable = expected("'v'").replace("a.td:2:5: ", "");
    check_action(text, &["--print-detailed-records"], &of_variable);
    check_action(text, &["--gen-ctags"], "");
    let text = format!(
        "class B<int n> {{ list<string> l = !listsplat(\"{}\", !add(n, 10000)); }}\n",
        "x".repeat(1_000_000)
    );
    check_action(&text, &["--dump-json"], "");
}

/// Text that may be printed is never whole in memory.
#[test]
fn long_texts_are_not_held() {
    let long = "!interleave(!listsplat(\"\", 1000001), \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\")";
    let text = format!(
        "def op; def a {{ string s = {long}; list<string> l = !listsplat(s, 8); dag d = (op l); }}\n"
    );
    for action in ["--print-records", "--print-detailed-records", "--dump-json"] {
        let dir = Dir::with(&text);
        let ran =
            bounded(&dir, &["llvm-tblgen", "a.td", action, "--max-memory=256M", "-o", "/dev/null"]);
        assert_eq!((&*ran.err, ran.code), ("", Some(0)), "{action}");
    }
}

#[test]
fn what_may_be_printed_is() {
    // As deep as JSON may be; detailed records have all global variables.
    let text = format!(
        "def op; defvar l0 = (op);\n{}def a {{ dag x = l1990; }}\n",
        lines(1990, |i| format!("defvar l{i} = (op l{});\n", i - 1))
    );
    for action in ["--print-records", "--print-detailed-records", "--dump-json"] {
        check_action(&text, &[action], "");
    }
}
