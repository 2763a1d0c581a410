//! Tests of the lossless tree.

use std::fmt::Write;

use expect_test::{Expect, expect};

use super::views::{Argument, Class, Def, Defvar, If, Include, Let, Value, View};
use super::*;
use crate::bang::BangOp;
use crate::tree::LetMode;

/// A text with every statement and most values.
const SAMPLE: &str = include_str!("tests/sample.td");

fn tree(text: &str) -> LosslessTree {
    let tree = LosslessTree::new(text).unwrap();
    check_tree(&tree, text);
    tree
}

/// Checks properties that every tree has.
fn check_tree(tree: &LosslessTree, text: &str) {
    let mut written = String::new();
    for token in tree.tokens() {
        let pieces: String = token.leading().map(|piece| piece.text).collect();
        assert_eq!(pieces, token.leading_text());
        written += &pieces;
        written += token.text();
    }
    assert_eq!(written, text);
    let kinds = tree.tokens().filter(|token| token.kind() == TokenKind::Eof);
    assert_eq!(kinds.count(), 1);
    assert_eq!(tree.root().kind(), NodeKind::File);
    assert_eq!(tree.root().tokens().len(), tree.tokens().len());
    let mut counted = 0;
    check_node(tree.root(), &mut counted);
    assert_eq!(counted, tree.nodes.len(), "each node has one parent");
}

/// The children of a node are in order, do not overlap, and lie within it.
fn check_node(node: Node<'_>, counted: &mut usize) {
    *counted += 1;
    let data = tree_data(node);
    let mut at = data.first_token;
    for child in node.children() {
        let child_data = tree_data(child);
        assert!(child_data.first_token >= at, "{child:?} in {node:?}");
        at = child_data.first_token + child_data.token_count;
        assert!(at <= data.first_token + data.token_count, "{child:?} in {node:?}");
        check_node(child, counted);
    }
    let in_children: usize = node.children().map(|child| child.tokens().len()).sum();
    assert_eq!(node.own_tokens().count() + in_children, node.tokens().len());
}

fn tree_data(node: Node<'_>) -> NodeData {
    node.tree().nodes[node.id()]
}

/// The nodes of a tree, and tokens that are in none but the file or an error.
fn dump(node: Node<'_>, depth: usize, out: &mut String) {
    _ = write!(out, "{:1$}{2:?}", "", depth * 2, node.kind());
    if node.children().len() == 0 {
        _ = write!(out, " {}", node.text().replace('\n', "⏎"));
    }
    out.push('\n');
    for child in node.children() {
        dump(child, depth + 1, out);
    }
}

fn check(text: &str, expected: Expect) {
    let tree = tree(text);
    let mut out = String::new();
    for child in tree.root().children() {
        dump(child, 0, &mut out);
    }
    for error in tree.errors() {
        let token = tree.token(error.token);
        _ = writeln!(out, "error at {}: {}", token.range().start, error.expected);
    }
    expected.assert_eq(&out);
}

#[test]
fn each_statement_has_a_node() {
    check(
        "class A<int n = 1> : B<n> { field bits<4> f = 0; let g{3-0} = ?; }\n\
         defm x#y : M<a, b = 2>, C;\n\
         foreach i = 0...3 in def r#i;\n\
         let f<1> = 1, append g = [] in { dump \"x\"; }\n",
        expect![[r#"
            Class
              Name A
              ParameterList
                Parameter
                  Type int
                  Name n
                  Integer 1
              ParentList
                ParentRef
                  Name B
                  ArgumentList
                    Argument
                      NameValue n
              Body
                Field
                  Type bits<4>
                  Name f
                  Integer 0
                BodyLet
                  Name g
                  RangeList
                    Range
                      Integer 3
                      Integer -0
                  Unset ?
            Defm
              PasteValue
                NameValue x
                NameValue y
              ParentList
                ParentRef
                  Name M
                  ArgumentList
                    Argument
                      NameValue a
                    Argument
                      NameValue b
                      Integer 2
                ParentRef
                  Name C
            Foreach
              Name i
              Range
                Integer 0
                Integer 3
              Block
                Def
                  PasteValue
                    NameValue r
                    NameValue i
            Let
              LetItem
                Name f
                RangeList
                  Range
                    Integer 1
                Integer 1
              LetItem
                Name g
                ListValue []
              Block
                Dump
                  StringValue "x"
        "#]],
    );
}

#[test]
fn values_nest_as_they_bind() {
    check(
        "defvar x = (op:$a b.c{1}, $d, !if(!eq(a, 1), [1, 2]<int>, {0, 1})) # \"s\" \"t\";",
        expect![[r#"
            Defvar
              Name x
              PasteValue
                DagValue
                  DagArg
                    NameValue op
                    VariableName $a
                  DagArg
                    BitRangeValue
                      FieldValue
                        NameValue b
                        Name c
                      RangeList
                        Range
                          Integer 1
                  DagArg
                    VariableName $d
                  DagArg
                    BangValue
                      BangValue
                        NameValue a
                        Integer 1
                      ListValue
                        Integer 1
                        Integer 2
                        Type int
                      BitsValue
                        Integer 0
                        Integer 1
                StringValue "s" "t"
        "#]],
    );
    check(
        "defvar x = !cond(a: 1, true: !switch(b, 2: 3, 4));",
        expect![[r#"
        Defvar
          Name x
          CondValue
            Case
              NameValue a
              Integer 1
            Case
              Boolean true
              SwitchValue
                NameValue b
                Case
                  Integer 2
                  Integer 3
                Integer 4
    "#]],
    );
    check(
        "defvar x = !foldl(0, l[1-2, 3], a, b, !foreach(c, d, ?));",
        expect![[r#"
        Defvar
          Name x
          FoldlValue
            Integer 0
            SubscriptValue
              NameValue l
              RangeList
                Range
                  Integer 1
                  Integer -2
                Range
                  Integer 3
            Name a
            Name b
            ComprehensionValue
              Name c
              NameValue d
              Unset ?
    "#]],
    );
}

#[test]
fn what_is_wrong_is_in_error_nodes() {
    check(
        "class A { int = 3; bits<2> b; }\n) def C\ndef D;",
        expect![[r#"
        Class
          Name A
          Body
            Field
              Type int
              Integer 3
            Field
              Type bits<2>
              Name b
        Error )
        Def
          NameValue C
        Def
          NameValue D
        error at 14: a name
        error at 32: a statement
    "#]],
    );
    check(
        "} def x : A<1 2>, ;",
        expect![[r#"
            Error }
            Def
              NameValue x
              ParentList
                ParentRef
                  Name A
                  ArgumentList
                    Argument
                      Integer 1
                    Error 2
                ParentRef 
            error at 0: a statement
            error at 14: ','
        "#]],
    );
    check(
        "class A {\n  int b;\ndef c;\n",
        expect![[r#"
        Class
          Name A
          Body
            Field
              Type int
              Name b
        Def
          NameValue c
        error at 19: '}'
    "#]],
    );
    check(
        "def \"unclosed\n;\n",
        expect![[r#"
        Def
          Error "unclosed
        error at 4: a value
    "#]],
    );
}

#[test]
fn conditionals_around_statements_are_nodes() {
    check(
        "#ifndef GUARD // once\n#define GUARD\ninclude \"a.td\"\n\
         #ifdef X\ndef a;\n#else\ndef b { int c; }\n#endif\n#endif\n",
        expect![[r#"
            Conditional
              Directive #ifndef GUARD
              Branch
                Directive #define GUARD
                Include include "a.td"
                Conditional
                  Directive #ifdef X
                  Branch
                    Def
                      NameValue a
                  Directive #else
                  Branch
                    Def
                      NameValue b
                      Body
                        Field
                          Type int
                          Name c
                  Directive #endif
              Directive #endif
        "#]],
    );
    check(
        "class A {\n#ifdef X\n  int a;\n#endif\n  int b;\n}",
        expect![[r#"
        Class
          Name A
          Body
            Conditional
              Directive #ifdef X
              Branch
                Field
                  Type int
                  Name a
              Directive #endif
            Field
              Type int
              Name b
    "#]],
    );
}

#[test]
fn other_conditionals_are_split() {
    check(
        "defvar x = [1,\n#ifdef X\n2,\n#else\n3, (a\n#endif\n4];",
        expect![[r#"
        Defvar
          Name x
          ListValue
            Integer 1
            Directive #ifdef X
            Integer 2
            Directive #else
            SplitBranch
              Integer 3
              DagValue
                DagArg
                  NameValue a
                DagArg 
            Directive #endif
            Integer 4
    "#]],
    );
    check(
        "#ifdef X\ndef a {\n#else\nclass b {\n#endif\n  int c;\n}",
        expect![[r#"
        Directive #ifdef X
        Def
          NameValue a
          Body
            Directive #else
            SplitBranch
              Class
                Name b
                Body {
            Directive #endif
            Field
              Type int
              Name c
    "#]],
    );
    // Neither reads the name of a file in the middle of a value.
    check(
        "defvar x = [1, include \"list.td\"\n2];",
        expect![[r#"
        Defvar
          Name x
          ListValue
            Integer 1
            Include include "list.td"
            Integer 2
    "#]],
    );
}

#[test]
fn unmatched_directives_are_errors() {
    check(
        "#else\n#endif x\n#ifdef\ndef a;\n",
        expect![[r#"
        Directive #else
        Directive #endif x
        Directive #ifdef
        Def
          NameValue a
        error at 0: a directive of a conditional that is open
        error at 13: a directive with nothing but comments after it
        error at 15: a directive with nothing but comments after it
    "#]],
    );
    // Text that is left out need not be TableGen.
    check(
        "#ifdef X\nit's \"not /* code [{\n#endif\ndef a;\n",
        expect![[r#"
        Directive #ifdef X
        Error it's "not /* code [{
        Directive #endif
        Def
          NameValue a
        error at 9: a statement
    "#]],
    );
}

#[test]
fn conditionals_know_their_directives() {
    let tree = tree("#ifdef A\n#ifndef B\n#else\n#endif\n#endif\n#ifdef C");
    let text = |id: Option<TokenId>| id.map(|id| tree.token(id).range().start);
    let found: Vec<_> = tree.conditionals().iter().collect();
    let found: Vec<_> = found
        .iter()
        .map(|it| (text(Some(it.opening)), text(it.alternative), text(it.end)))
        .collect();
    assert_eq!(
        found,
        [(Some(9), Some(19), Some(25)), (Some(0), None, Some(32)), (Some(39), None, None)]
    );
}

#[test]
fn offsets_find_tokens_and_nodes() {
    let tree = tree("def a : B<c>; // end");
    assert_eq!(tree.token_at(0).text(), "def");
    assert_eq!(tree.token_at(3).text(), "a");
    assert_eq!(tree.token_at(10).text(), "c");
    assert_eq!(tree.token_at(15).kind(), TokenKind::Eof);
    assert_eq!(tree.node_at(10).kind(), NodeKind::NameValue);
    assert_eq!(tree.node_at(8).kind(), NodeKind::Name);
    assert_eq!(tree.node_at(15).kind(), NodeKind::File);
}

#[test]
fn views_name_the_parts() {
    let tree = tree(SAMPLE);
    assert_eq!(tree.errors(), []);
    let nodes = || (0..tree.nodes.len()).map(|index| tree.node(NodeId::from_index(index)));
    let class = nodes().find_map(Class::from_node).unwrap();
    let parameters = class.parameters().unwrap().map(|it| (it.name().unwrap().text(), it.value()));
    let parameters: Vec<_> = parameters.map(|(name, value)| (name, value.is_some())).collect();
    assert_eq!(parameters, [("n", false), ("width", true)]);
    let parents: Vec<&str> = class.parents().map(|it| it.name().unwrap().text()).collect();
    assert_eq!(parents, ["Base"]);
    let named = nodes().filter_map(Argument::from_node).find(|it| it.name().is_some()).unwrap();
    assert_eq!(named.name().unwrap().node().text(), "width");
    assert_eq!(named.value().unwrap().node().text(), "16");
    let statement = nodes().find_map(If::from_node).unwrap();
    assert_eq!(statement.condition().unwrap().operator(), Some(BangOp::Eq));
    assert!(statement.then_block().unwrap().is_braced());
    assert!(!statement.else_block().unwrap().is_braced());
    let modes: Vec<LetMode> =
        nodes().find_map(Let::from_node).unwrap().items().map(|it| it.mode()).collect();
    assert_eq!(modes, [LetMode::Replace, LetMode::Prepend]);
    let include = nodes().find_map(Include::from_node).unwrap();
    assert_eq!(include.path().unwrap().text(), "\"base.td\"");
    let paste = nodes().find_map(Def::from_node).unwrap().name().unwrap();
    assert_eq!(paste.operands().map(|it| it.kind()).collect::<Vec<_>>(), [NodeKind::NameValue; 2]);
    let dag = nodes()
        .filter_map(Value::from_node)
        .find(|it| it.node().text().starts_with("(set"))
        .unwrap();
    let names: Vec<_> = dag.dag_args().map(|arg| arg.name().map(Token::text)).collect();
    assert_eq!(names, [None, Some("$a"), None]);
    assert!(nodes().find_map(Defvar::from_node).unwrap().value().is_some());
}

#[test]
fn any_text_has_a_tree() {
    for text in
        ["", " ", "\0", "\u{feff}def", "é\"é", "[{", "/*", "//", "#", "$", "!", "..", "a\0b"]
    {
        tree(text);
    }
}

/// A small generator of numbers, of Marsaglia's xorshift family.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

#[test]
fn mutated_texts_have_trees() {
    let parts = [
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "<",
        ">",
        "#ifdef A\n",
        "\n#else\n",
        "\n#endif\n",
        "include ",
        ";",
        "\"",
        "[{",
        "}]",
        "/*",
        "*/",
        "//",
        "\n",
        "def ",
        "let ",
        " in ",
        "class A",
        "#",
        ",",
        ":",
        "=",
        "!if(",
        "é",
        "\0",
        "...",
        "-",
    ];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2000 {
        let mut text = SAMPLE.to_owned();
        for _ in 0..=random.below(6) {
            let mut at = random.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            if random.below(2) == 0 {
                text.insert_str(at, parts[random.below(parts.len())]);
            } else {
                let mut end = (at + random.below(30)).min(text.len());
                while !text.is_char_boundary(end) {
                    end -= 1;
                }
                text.replace_range(at..end.max(at), "");
            }
        }
        tree(&text);
    }
}

#[test]
fn deep_nesting_has_a_tree() {
    for part in [
        "[",
        "{",
        "(a ",
        "!if(",
        "A<",
        "def a : B<",
        "let a = 1 in ",
        "#ifdef A\n",
        "#ifdef A\n#else\n",
        "#ifdef A\ndef a {\n#else\n",
        "list<",
        "class a { ",
        "x # ",
        "x[",
    ] {
        tree(&part.repeat(1_500));
        tree(&format!("defvar a = {}", part.repeat(1_500)));
    }
}

#[test]
fn entries_stay_small() {
    assert_eq!((size_of::<TokenData>(), size_of::<NodeData>()), (12, 20));
}
