//! Nesting of a hundred thousand levels of everything that nests.

use crate::hostile::{MANY, hostile, lines, nest};

hostile! {
    lists: nest("def a { list<int> l = ", "[", "", "]", "; }\n") => "a.td:1:522: error: Nested more than 500 levels deep";
    dags: nest("def op; def a { dag d = ", "(op ", "1", ")", "; }\n") => "a.td:1:2018: error: Nested more than 500 levels deep";
    operators: nest("def a { int d = ", "!add(1,", "1", ")", "; }\n") => "a.td:1:3508: error: Nested more than 500 levels deep";
    casts: nest("def a { int d = ", "!cast<int>(", "1", ")", "; }\n") => "a.td:1:5501: error: Nested more than 500 levels deep";
    conditions: nest("def a { int d = ", "!cond(1: ", "1", ")", "; }\n") => "a.td:1:4505: error: Nested more than 500 levels deep";
    folds: nest("def a { int d = ", "!foldl(0, [1], a, b, ", "1", ")", "; }\n") => "a.td:1:10465: error: Nested more than 500 levels deep";
    comprehensions: nest("def a { list<int> d = ", "!foreach(x, [1], ", "1", ")", "; }\n") => "a.td:1:8485: error: Nested more than 500 levels deep";
    rows_of_bits: nest("def a { bits<4> d = ", "{", "1", "}", "; }\n") => "a.td:1:520: error: Nested more than 500 levels deep";
    instances: nest("class A<int x> { int y = x; }\ndef a { int z = ", "A<", "1", ">.y", "; }\n") => "a.td:2:1015: error: Nested more than 500 levels deep";
    fields_of_one_class: format!("class A {{ {} }}\ndef a : A {{ {} }}\n", lines(MANY, |i| format!("int f{i} = {i}; ")), lines(MANY, |i| format!("let f{i} = 1; "))) => "";
    fields_of_fields: format!("class A {{ A y = ?; }}\ndef a : A {{ int z = a{}; }}\n", ".y".repeat(MANY)) => "a.td:2:1020: error: Nested more than 500 levels deep";
    slices_of_slices: format!("def a {{ list<int> l = [1]; list<int> z = l{}; }}\n", "[0...0]".repeat(MANY)) => "a.td:1:3536: error: Nested more than 500 levels deep";
    bits_of_bits: format!("def a {{ bits<8> l = 1; bits<8> z = l{}; }}\n", "{7-0}".repeat(MANY)) => "a.td:1:2532: error: Nested more than 500 levels deep";
    pastes: format!("def a {{ string s = \"x\"{}; }}\n", " # \"x\"".repeat(MANY)) => "a.td:1:3014: error: Nested more than 500 levels deep";
    names_pasted: format!("def \"x\"{};\n", " # \"x\"".repeat(MANY)) => "a.td:1:2999: error: Nested more than 500 levels deep";
    types: nest("def a { ", "list<", "int", ">", " l = []; }\n") => "a.td:1:2504: error: Nested more than 500 levels deep";
    types_of_parameters: nest("class A<", "list<", "int", "> ", " l>;\n") => "a.td:1:2504: error: Nested more than 500 levels deep";
    lets: nest("", "let x = 1 in {", "def a { int x = 0; }", "}", "\n") => "a.td:1:6995: error: Nested more than 500 levels deep";
    lets_without_braces: nest("", "let x = 1 in ", "def a { int x = 0; }", "", "\n") => "a.td:1:6496: error: Nested more than 500 levels deep";
    loops: lines(MANY, |i| format!("foreach i{i} = [1] in {{")) + "def a;" + &"}".repeat(MANY) => "a.td:1:11363: error: Nested more than 500 levels deep";
    loops_without_braces: lines(MANY, |i| format!("foreach i{i} = [1] in ")) + "def a;" => "a.td:1:10865: error: Nested more than 500 levels deep";
    ifs: nest("", "if true then {", "def a;", "}", "\n") => "a.td:1:6990: error: Nested more than 500 levels deep";
    elses: nest("", "if false then {} else ", "def a;", "", "\n") => "a.td:1:10982: error: Nested more than 500 levels deep";
    defsets: nest("", "defset list<A> x = {", "", "}", "\n") => "a.td:1:9973: error: Nested more than 500 levels deep";
    multiclasses: nest("", "multiclass A { ", "def a;", "}", "\n") => "a.td:1:16: error: expected 'assert', 'def', 'defm', 'defvar', 'dump', 'foreach', 'if', or 'let' in multiclass body";
    loops_in_multiclasses: nest("multiclass M { ", "foreach i = [1] in {", "def a;", "}", "}\n") => "a.td:1:9969: error: Nested more than 500 levels deep";
    ifs_in_multiclasses: nest("multiclass M { ", "if true then {", "def a;", "}", "}\n") => "a.td:1:6991: error: Nested more than 500 levels deep";
    conditions_of_macros: nest("", "#ifdef X\n", "", "#endif\n", "def a;\n") => "";
    conditions_that_hold: nest("", "#ifndef X\n", "def a;\n", "#endif\n", "") => "";
    comments: nest("", "/*", "x", "*/", "\ndef a;\n") => "";
    comments_without_end: "/*".repeat(MANY) => "a.td:1:1: error: Unterminated comment!";
    code_blocks: nest("def a { code c = ", "[{", "", "}]", "; }\n") => "a.td:1:200020: error: expected ';' after declaration";
    code_blocks_without_end: nest("def a { code c = ", "[{", "", "", "") => "a.td:1:18: error: Unterminated code block";
    classes: format!("class C0;\n{}def a : C{MANY};\n", lines(MANY, |i| format!("class C{i} : C{};\n", i - 1))) => "a.td:15310:7: error: evaluation exceeds the limit of 1879048192 bytes of memory";
    brackets_without_end: format!("def a {{ list<int> x = {}", "[".repeat(MANY)) => "a.td:1:522: error: Nested more than 500 levels deep";
    parentheses_without_end: "(".repeat(MANY) => "a.td:1:1: error: Unexpected token at top level";
    angles_without_end: format!("class A{}", "<".repeat(MANY)) => "a.td:1:9: error: Unknown token when expecting a type";
    values_that_nest: format!(
        "def op; defvar l0 = (op);\n{}def a {{ dag x = l{MANY}; }}\n",
        lines(MANY, |i| format!("defvar l{i} = (op l{});\n", i - 1))
    ) => "";
    lists_that_nest: format!(
        "defvar l0 = [1];\n{}def a {{ int n = !size(l{MANY}); }}\n",
        lines(MANY, |i| format!("defvar l{i} = [l{}];\n", i - 1))
    ) => "";
    type_aliases: format!(
        "deftype T0 = list<int>;\n{}",
        lines(MANY, |i| format!("deftype T{i} = list<T{}>;\n", i - 1))
    ) => "";
    multiclasses_of_multiclasses: format!(
        "multiclass M0 {{ def a; }}\n{}defm z : M5000;\n",
        lines(5000, |i| format!("multiclass M{i} {{ defm x : M{}; }}\n", i - 1))
    ) => "";
}
