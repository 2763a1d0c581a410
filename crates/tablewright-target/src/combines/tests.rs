//! Rules read from small descriptions.

use expect_test::{Expect, expect};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_test_support::store_of;
use tablewright_test_support::td::patterns;

use super::{RuleReader, listed_rules};

/// Instructions, and the classes of rules.
const CLASSES: &str = r##"
foreach n = 0-1 in def type#n : Operand<OtherVT> { let OperandType = "OPERAND_GENERIC_"#n; }
def variable_ops;
class Binary_ : Instruction {
  let OutOperandList = (outs type0:$d);
  let InOperandList = (ins type0:$a, type0:$b);
}
def ADD : Binary_;
def SUB : Binary_;
def EXT : Instruction { let OutOperandList = (outs type0:$d); let InOperandList = (ins type1:$a); }
def SPLIT : Instruction {
  let OutOperandList = (outs type0:$d, variable_ops);
  let InOperandList = (ins type1:$a);
}
def defs;
def root;
def match;
def apply;
def pattern;
def wip_match_opcode;
def gi_imm;
class GICombine { list<GICombine> Rules = ?; }
class GICombineRule<dag m, dag a, dag d = (defs root:$d)> : GICombine {
  dag Defs = d;
  dag Match = m;
  dag Apply = a;
  int MaxPermutations = 16;
}
class GICombinePatFrag<dag o, dag i, list<dag> a> {
  dag OutOperands = o;
  dag InOperands = i;
  list<dag> Alternatives = a;
}
"##;

fn store(text: &str) -> RecordStore {
    store_of(&patterns(&format!("{CLASSES}{text}")))
}

/// The description of rule `R`, or the messages of its errors.
fn check(text: &str, expected: Expect) {
    let store = store(text);
    let mut diagnostics = Diagnostics::new();
    let mut description = String::new();
    let mut reader = RuleReader::new(&store, &mut diagnostics).expect("the instructions are right");
    let record = store.record(store.find_record("R").expect("R is defined"));
    if let Ok(rule) = reader.read(record, 0) {
        reader.describe_rule(&rule, &mut description);
    }
    for Diagnostic { message, .. } in &diagnostics {
        description.push_str(message);
        description.push('\n');
    }
    expected.assert_eq(&description);
}

#[test]
fn operands_of_one_name_have_one_type() {
    check(
        "def R : GICombineRule<(match (ADD $d, i32:$x, $y)), (apply (SUB $d, $x, i16:$y))>;",
        expect![[]],
    );
}

#[test]
fn a_new_register_has_the_type_of_a_matched_one_of_its_group() {
    check(
        "def R : GICombineRule<(match (EXT $d, $x)), (apply (ADD $new, $x, $x), (EXT $d, $new))>;",
        expect![[]],
    );
}

#[test]
fn an_immediate_has_the_type_of_an_operand_of_its_group() {
    check("def R : GICombineRule<(match (ADD $d, $x, -1)), (apply (SUB $d, 0, $x))>;", expect![[]]);
}

#[test]
fn variadic_outputs_are_all_defined() {
    check(
        "def R : GICombineRule<(match (SPLIT $d, $e, $x)), (apply (EXT $d, $x), (EXT $e, $x))>;",
        expect![[]],
    );
}

#[test]
fn each_choice_of_alternatives_is_listed() {
    check(
        r#"def F : GICombinePatFrag<(outs), (ins $x), [(pattern "return a;"), (pattern "return b;")]>;
           def R : GICombineRule<(match (EXT $d, $x), (F $x):$f, (F $d):$g), (apply "b();")>;"#,
        expect![[]],
    );
}

#[test]
fn a_fragment_with_errors_is_reported_once() {
    check(
        "def F : GICombinePatFrag<(outs root:$o), (ins), [(pattern (EXT $x, $o))]>;
         def R : GICombineRule<(match (F $d), (F $x)), (apply (EXT $d, $x))>;",
        expect![[]],
    );
}

#[test]
fn code_is_spelt_on_one_line() {
    check(
        "def R : GICombineRule<(match (wip_match_opcode ADD, SUB):$d), (apply [{ a(\"x\");\n b(); }])>;",
        expect![[]],
    );
}

#[test]
fn rules_are_listed_in_the_order_of_groups() {
    let store = store(
        "class Rule : GICombine; foreach n = 1-3 in def R#n : Rule;
         def G : GICombine { let Rules = [R2, R1]; }
         def C : GICombine { let Rules = [R3, G, R2]; }",
    );
    let combiner = store.record(store.find_record("C").expect("C is defined"));
    let listed = listed_rules(combiner).expect("no group lists itself");
    let text: Vec<String> =
        listed.iter().map(|rule| format!("{} {}", rule.record.name(), rule.is_repeated)).collect();
    assert_eq!(text, ["R3 false", "R2 false", "R1 false", "R2 true"]);
}

#[test]
fn a_group_that_lists_itself_is_refused() {
    let store = store("def C : GICombine { let Rules = [C]; }");
    let combiner = store.record(store.find_record("C").expect("C is defined"));
    let error = listed_rules(combiner).map(|rules| rules.len()).expect_err("it lists itself");
    assert_eq!(error.message(), "group 'C' lists itself");
}
