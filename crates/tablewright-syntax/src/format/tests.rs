//! Tests of layouts.

use super::*;

fn formatted_with(text: &str, options: &LayoutOptions, lines: &LineSelection) -> String {
    let tree = LosslessTree::new(text).unwrap();
    apply(text, &format(&tree, options, lines).unwrap())
}

/// Checks a text's layout, and that formatting the result again changes nothing.
fn check_with(options: LayoutOptions, text: &str, expected: &str) {
    let new = formatted_with(text, &options, &LineSelection::All);
    assert_eq!(new, expected);
    assert_eq!(formatted_with(&new, &options, &LineSelection::All), expected, "a second time");
}

fn check(text: &str, expected: &str) {
    check_with(LayoutOptions::default(), text, expected);
}

#[test]
fn items_are_indented_by_their_depth() {
    check(
        "class A {\n    int a;\n  int b;\n  int c;\n   }\n  def x : A {\nlet a = 1;\n  let b = 2;\n}\n",
        "class A {\n  int a;\n  int b;\n  int c;\n}\ndef x : A {\n  let a = 1;\n  let b = 2;\n}\n",
    );
    // A file may have another step.
    let wide = "class A {\n    int a;\n    int b;\n}\n";
    check(wide, wide);
    let two = LayoutOptions { indent: Some(2), ..LayoutOptions::default() };
    check_with(two, wide, "class A {\n  int a;\n  int b;\n}\n");
}

#[test]
fn statements_of_a_let_are_indented_as_most_of_them_are() {
    let flat = "let a = 1 in {\ndef x;\ndef y;\n  def z;\n}\n";
    check(flat, "let a = 1 in {\ndef x;\ndef y;\ndef z;\n}\n");
    let deep = "let a = 1 in {\n  def x;\n  def y;\ndef z;\n}\n";
    check(deep, "let a = 1 in {\n  def x;\n  def y;\n  def z;\n}\n");
    let indent = LayoutOptions { let_blocks: LetBlocks::Indent, ..LayoutOptions::default() };
    check_with(indent, flat, "let a = 1 in {\n  def x;\n  def y;\n  def z;\n}\n");
    let flatten = LayoutOptions { let_blocks: LetBlocks::Flat, ..LayoutOptions::default() };
    check_with(flatten, deep, "let a = 1 in {\ndef x;\ndef y;\ndef z;\n}\n");
}

#[test]
fn continued_lines_move_with_the_first_one() {
    check(
        "class A {\n  int z;\n    list<int> a = [1,\n                   2];\n  string c = [{\n  as it is  \n  }];\n}\n",
        "class A {\n  int z;\n  list<int> a = [1,\n                 2];\n  string c = [{\n  as it is  \n  }];\n}\n",
    );
}

#[test]
fn items_stay_below_the_first_one_after_the_brace() {
    let aligned =
        "def x : A<1> { let a = 1;\n               let b = [2,\n                        3]; }\n";
    check(aligned, aligned);
    check(
        "multiclass M {\n  def a;\n  def b;\ndef x : A<1> { let a = 1;\n               let b = 2; }\n}\n",
        "multiclass M {\n  def a;\n  def b;\n  def x : A<1> { let a = 1;\n                 let b = 2; }\n}\n",
    );
    // Below nothing.
    let class = "class A {\n  int a;\n  int b;\n}\n";
    check(
        &[class, "def x : A { let a = 1;\n      let b = 2; }\n"].concat(),
        &[class, "def x : A { let a = 1;\n  let b = 2; }\n"].concat(),
    );
}

#[test]
fn cells_of_a_table_may_end_in_a_column() {
    for table in [
        "defm A : B<0b100, \"and\", and, x>;\ndefm O : B<0b101,  \"or\",  or, x>;\n",
        "def zext : P<i8>;\ndef  ext : P<i16>;\n",
    ] {
        check(table, table);
    }
    // Lines of another kind are not rows of the table.
    check("def abc : P<i8>;\ndef x { int  c; }\n", "def abc : P<i8>;\ndef x { int c; }\n");
}

#[test]
fn continued_lines_move_with_what_they_stand_below() {
    check(
        "def a : B;\ndef c : B;\ndef x: A<1,\n         [2,\n          3]>,\n       B;\n",
        "def a : B;\ndef c : B;\ndef x : A<1,\n          [2,\n           3]>,\n        B;\n",
    );
}

#[test]
fn comments_move_with_what_they_are_about() {
    check(
        "class A {\n   // about a\n   int a;\n  int b; // about b\n         // and more\n  int c;\n// old code\n  // the end\n}\n",
        "class A {\n  // about a\n  int a;\n  int b; // about b\n         // and more\n  int c;\n// old code\n  // the end\n}\n",
    );
}

#[test]
fn blanks_are_as_in_most_of_the_file() {
    check(
        "def x : A<1, 2>;\ndef y: A<1 ,2>;\ndef  z : A<1, 2>{\n  let a=1;\n  let  b = (op $x, i32 : $y);\n}\n",
        "def x : A<1, 2>;\ndef y : A<1, 2>;\ndef z : A<1, 2> {\n  let a = 1;\n  let b = (op $x, i32:$y);\n}\n",
    );
    let other = "def x: A<1,2>;\ndef y: A<1,2>;\ndef z: A<1,2>;\n";
    check(other, other);
}

#[test]
fn what_is_aligned_by_hand_stays() {
    let table = "def a    : R<1,  \"a\">;\ndef bcd  : R<10, \"b\">;\nclass R<int n, string s> {\n  int   a = n;\n  string b = s;\n}\n";
    let expected = table.replace("int   a", "int a");
    check(table, &expected);
}

#[test]
fn blanks_at_the_ends_of_lines_and_blank_lines_go() {
    check("\n\n\n\ndef a;  \n\n \n\n\ndef b; // b \t\n\n", "\n\ndef a;\n\n\ndef b; // b\n");
    check("def a;\r\n\tdef b;", "def a;\r\ndef b;\r\n");
    check("", "");
    check("// only\n", "// only\n");
}

#[test]
fn long_lines_are_divided_after_commas() {
    let narrow = LayoutOptions { width: Some(40), ..LayoutOptions::default() };
    check_with(
        narrow,
        "def instruction : Base<\"name\", [1, 2, 3]>, Other<\"of another\">, Third;\n",
        "def instruction : Base<\"name\",\n                       [1, 2, 3]>,\n                  Other<\"of another\">,\n                  Third;\n",
    );
    check_with(
        narrow,
        "class A {\n  list<string> names = [\"a\", \"b\", \"c\", \"d\", \"e\"]; // many\n}\n",
        "class A {\n  list<string> names = [\"a\", \"b\", \"c\",\n                        \"d\", \"e\"]; // many\n}\n",
    );
    // Rows of a table, and what has no commas.
    let rows = "def first  : Row<\"a long string\", 1234567>;\ndef second : Row<\"another string\", 123456>;\n";
    check_with(narrow, rows, rows);
    let string = "defvar text = \"a string that is much longer than a line\";\n";
    check_with(narrow, string, string);
}

#[test]
fn lines_below_a_divided_line_keep_their_alignment() {
    let narrow = LayoutOptions { width: Some(60), ..LayoutOptions::default() };
    check_with(
        narrow,
        "def x {\n  list<A> many = [A<\"a long name\", [B<\"first\", \"second one\">,\n                                    B<\"third\", \"fourth\">]>];\n}\n",
        "def x {\n  list<A> many = [A<\"a long name\",\n                    [B<\"first\", \"second one\">,\n                     B<\"third\", \"fourth\">]>];\n}\n",
    );
    // After an open bracket at the end of a line, the contents are not aligned with a part in that line.
    check(
        "def a : B;\ndef c : B;\ndef x: B<[\n    1,\n    2\n  ]>;\n",
        "def a : B;\ndef c : B;\ndef x : B<[\n    1,\n    2\n  ]>;\n",
    );
}

#[test]
fn long_bodies_are_divided_before_their_values() {
    let narrow = LayoutOptions { width: Some(40), ..LayoutOptions::default() };
    check_with(
        narrow,
        "multiclass M { foreach i = [1, 2, 3] in { if !eq(i, 2) then { def a; } else def b; } }\n",
        "multiclass M {\n  foreach i = [1, 2, 3] in {\n    if !eq(i, 2) then { def a; }\n    else def b;\n  }\n}\n",
    );
    check_with(
        narrow,
        "def x : B<1, 2> { let A = [1, 2, 3]; let C = 1; }\n",
        "def x : B<1, 2> {\n  let A = [1, 2, 3];\n  let C = 1;\n}\n",
    );
    check_with(
        narrow,
        "let A = 1, B = 2 in def instruction : Base<\"n\">;\n",
        "let A = 1, B = 2 in\ndef instruction : Base<\"n\">;\n",
    );
    // Rows of a table, also with rows between that have other tokens.
    let rows = "def aa : R<1> { let LongFieldName = \"a\"; }\ndef b;\ndef cc : R<2> { let LongFieldName = \"c\"; }\n";
    check_with(narrow, rows, rows);
}

#[test]
fn a_colon_divides_before_nested_brackets() {
    let narrow = LayoutOptions { width: Some(40), ..LayoutOptions::default() };
    check_with(
        narrow,
        "class Wrapped<string name, bit opt = 0> : Argument<name, opt> {\n  int a;\n}\n",
        "class Wrapped<string name, bit opt = 0>\n    : Argument<name, opt> {\n  int a;\n}\n",
    );
    check_with(
        narrow,
        "def TargetOfMany : Architectures<[\"one\", \"two\"]>;\n",
        "def TargetOfMany\n    : Architectures<[\"one\", \"two\"]>;\n",
    );
    // The arguments of a record are divided instead.
    check_with(
        narrow,
        "def ofSeveral : Arguments<\"first\", \"second\">;\n",
        "def ofSeveral : Arguments<\"first\",\n                          \"second\">;\n",
    );
}

#[test]
fn blanks_make_no_line_too_long() {
    let narrow = LayoutOptions { width: Some(20), ..LayoutOptions::default() };
    let text = "def a : B<1, 2>;\ndef abcde: B<1,23>;\n";
    check_with(narrow, text, text);
}

#[test]
fn rows_keep_what_precedes_an_aligned_part() {
    let table = "def short:   Node<\"A\">;\ndef longest: Node<\"B\">;\ndef x : A;\ndef y : A;\ndef z : A;\ndef u : A;\n";
    check(table, table);
    let right_aligned = "def a : R<C_and,         And, i1>;\ndef b : R<C_or,           Or, i1>;\ndef c : R<C_andn,  Not2<And>, i1>;\n";
    check(right_aligned, &right_aligned.replace("C_andn,  Not2", "C_andn, Not2"));
}

#[test]
fn a_stray_item_stays_if_its_arguments_are_no_deeper() {
    let stray = "def A : R<\n  1>;\n  // by mistake\n  def B : R<\n  1,\n  2>;\n";
    check(stray, stray);
    check("  def B : R<\n    1,\n    2>;\n", "def B : R<\n  1,\n  2>;\n");
}

#[test]
fn equals_and_comments_are_aligned_on_request() {
    let text = "class A {\n  int a = 1; // one\n  string bc = \"b\"; // two\n\n  int d = 4;\n}\n";
    let options = LayoutOptions {
        equals: Alignment::Align,
        comments: Alignment::Align,
        ..LayoutOptions::default()
    };
    let aligned =
        "class A {\n  int a     = 1;   // one\n  string bc = \"b\"; // two\n\n  int d = 4;\n}\n";
    check_with(options, text, aligned);
    let options = LayoutOptions {
        equals: Alignment::Single,
        comments: Alignment::Single,
        ..LayoutOptions::default()
    };
    check_with(options, aligned, text);
}

#[test]
fn only_selected_lines_change() {
    let text = "def  a;\ndef   b;  \n  def     c;\n";
    let second = LineSelection::Lines(vec![2..=2]);
    let new = formatted_with(text, &LayoutOptions::default(), &second);
    assert_eq!(new, "def  a;\ndef b;\n  def     c;\n");
    let third = LineSelection::Lines(vec![3..=9]);
    let new = formatted_with(text, &LayoutOptions::default(), &third);
    assert_eq!(new, "def  a;\ndef   b;  \ndef c;\n");
    // What is divided moves no selection.
    let options = LayoutOptions { width: Some(20), ..LayoutOptions::default() };
    let new = formatted_with(
        "def a : B<1, 2>, C<3>, D;\ndef  b;\n",
        &options,
        &LineSelection::Lines(vec![1..=1]),
    );
    assert_eq!(new, "def a : B<1, 2>,\n        C<3>, D;\ndef  b;\n");
}

#[test]
fn lines_between_off_and_on_stay() {
    check(
        "def  a;\n  // tablewright: off\n  def  b;\n// tablewright: on\n  def  c;\n",
        "def a;\n  // tablewright: off\n  def  b;\n// tablewright: on\ndef c;\n",
    );
}

#[test]
fn directives_and_their_branches() {
    check(
        "#ifdef  A\n  def  a;\n#else\ndef  b : X<[1,\n  #ifdef B\n  2\n#endif\n]>;\n#endif\n",
        "#ifdef A\ndef a;\n#else\ndef b : X<[1,\n  #ifdef B\n  2\n#endif\n]>;\n#endif\n",
    );
}

#[test]
fn syntax_errors_are_refused() {
    let tree = LosslessTree::new("def a\n").unwrap();
    let result = format(&tree, &LayoutOptions::default(), &LineSelection::All);
    assert!(matches!(result, Err(LayoutError::Syntax(_))), "{result:?}");
}

#[test]
fn what_is_no_token_keeps_what_follows_it() {
    for text in [
        "#ifdef D\n#else\n\"",
        "#ifdef D\n#else\n[{",
        "#ifdef D\n#else\n#define=\n",
        "#ifdef D\n#else\n#else\0",
        "\0\ndef a;\n",
    ] {
        let tree = LosslessTree::new(text).unwrap();
        let result = format(&tree, &LayoutOptions::default(), &LineSelection::All);
        assert_eq!(result, Ok(Vec::new()), "{text:?}");
    }
}

/// The next number of Marsaglia's xorshift, below a limit.
fn random(state: &mut u64, limit: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % limit as u64) as usize
}

#[test]
fn any_layout_becomes_one_that_stays() {
    const SAMPLE: &str = include_str!("../lossless/tests/sample.td");
    let blanks = [" ", "\n", "\t", "   ", " // c\n", "/* c */", "\n\n\n\n", "\r\n"];
    let (mut state, mut formatted) = (0x2545_f491_4f6c_dd1d, 0);
    for round in 0..1500 {
        let mut text = SAMPLE.to_owned();
        for _ in 0..random(&mut state, 12) {
            let at = random(&mut state, text.len() + 1);
            text.insert_str(at, blanks[random(&mut state, blanks.len())]);
        }
        let tree = LosslessTree::new(&*text).unwrap();
        let options = LayoutOptions { width: Some(40 + round % 60), ..LayoutOptions::default() };
        let edits = match format(&tree, &options, &LineSelection::All) {
            Err(LayoutError::Syntax(_)) => continue,
            result => result.unwrap(),
        };
        formatted += 1;
        let new = apply(&text, &edits);
        let again = LosslessTree::new(&*new).unwrap();
        let edits = format(&again, &options, &LineSelection::All).unwrap();
        assert_eq!(edits, [], "of {new}");
    }
    assert!(formatted > 300, "{formatted}");
}
