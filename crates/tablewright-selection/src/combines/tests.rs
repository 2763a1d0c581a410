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

/// Checks the description of rule `R`, or its error messages.
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
        expect![[r#"
            (CombineRule name:R id:0 root:d
              (MatchPats 
                <match_root>__R_match_0:(CodeGenInstructionPattern ADD operands:[<def>$d, i32:$x, i16:$y])
              )
              (ApplyPats 
                <apply_root>__R_apply_0:(CodeGenInstructionPattern SUB operands:[<def>$d, i32:$x, i16:$y])
              )
              (OperandTable MatchPats 
                d -> __R_match_0
                x -> <live-in>
                y -> <live-in>
              )
              (OperandTable ApplyPats 
                d -> __R_apply_0
                x -> <live-in>
                y -> <live-in>
              )
            )
        "#]],
    );
}

#[test]
fn a_new_register_has_the_type_of_a_matched_one_of_its_group() {
    check(
        "def R : GICombineRule<(match (EXT $d, $x)), (apply (ADD $new, $x, $x), (EXT $d, $new))>;",
        expect![[r#"
            (CombineRule name:R id:0 root:d
              (MatchPats 
                <match_root>__R_match_0:(CodeGenInstructionPattern EXT operands:[<def>$d, $x])
              )
              (ApplyPats 
                __R_apply_0:(CodeGenInstructionPattern ADD operands:[<def>GITypeOf<$x>:$new, $x, $x])
                <apply_root>__R_apply_1:(CodeGenInstructionPattern EXT operands:[<def>$d, GITypeOf<$x>:$new])
              )
              (OperandTable MatchPats 
                d -> __R_match_0
                x -> <live-in>
              )
              (OperandTable ApplyPats 
                d -> __R_apply_1
                new -> __R_apply_0
                x -> <live-in>
              )
            )
        "#]],
    );
}

#[test]
fn an_immediate_has_the_type_of_an_operand_of_its_group() {
    check(
        "def R : GICombineRule<(match (ADD $d, $x, -1)), (apply (SUB $d, 0, $x))>;",
        expect![[r#"
        (CombineRule name:R id:0 root:d
          (MatchPats 
            <match_root>__R_match_0:(CodeGenInstructionPattern ADD operands:[<def>$d, $x, -1])
          )
          (ApplyPats 
            <apply_root>__R_apply_0:(CodeGenInstructionPattern SUB operands:[<def>$d, (GITypeOf<$d> 0), $x])
          )
          (OperandTable MatchPats 
            d -> __R_match_0
            x -> <live-in>
          )
          (OperandTable ApplyPats 
            d -> __R_apply_0
            x -> <live-in>
          )
        )
    "#]],
    );
}

#[test]
fn variadic_outputs_are_all_defined() {
    check(
        "def R : GICombineRule<(match (SPLIT $d, $e, $x)), (apply (EXT $d, $x), (EXT $e, $x))>;",
        expect![[r#"
            (CombineRule name:R id:0 root:d
              (MatchPats 
                <match_root>__R_match_0:(CodeGenInstructionPattern SPLIT operands:[<def>$d, <def>$e, $x])
              )
              (ApplyPats 
                <apply_root>__R_apply_0:(CodeGenInstructionPattern EXT operands:[<def>$d, $x])
                <apply_root>__R_apply_1:(CodeGenInstructionPattern EXT operands:[<def>$e, $x])
              )
              (OperandTable MatchPats 
                d -> __R_match_0
                e -> __R_match_0
                x -> <live-in>
              )
              (OperandTable ApplyPats 
                d -> __R_apply_0
                e -> __R_apply_1
                x -> <live-in>
              )
            )
        "#]],
    );
}

#[test]
fn each_choice_of_alternatives_is_listed() {
    check(
        r#"def F : GICombinePatFrag<(outs), (ins $x), [(pattern "return a;"), (pattern "return b;")]>;
           def R : GICombineRule<(match (EXT $d, $x), (F $x):$f, (F $d):$g), (apply "b();")>;"#,
        expect![[r#"
            (CombineRule name:R id:0 root:d
              (PatFrags
                (PatFrag name:F
                  (ins [x:machine_operand])
                  (alternatives [
                    [
                      (CXXPattern name:__F_alt0_pattern_0 match code:"return a;"),
                    ],
                    [
                      (CXXPattern name:__F_alt1_pattern_0 match code:"return b;"),
                    ],
                  ])
                )
              )
              (MatchPats 
                <match_root>__R_match_0:(CodeGenInstructionPattern EXT operands:[<def>$d, $x])
                f:(PatFragPattern F operands:[$x])
                g:(PatFragPattern F operands:[$d])
              )
              (ApplyPats 
                __R_apply_0:(CXXPattern apply code:"b();")
              )
              (OperandTable MatchPats 
                d -> __R_match_0
                x -> <live-in>
              )
              (OperandTable ApplyPats <empty>)
              (PermutationsToEmit
                [f[0], g[0]],
                [f[0], g[1]],
                [f[1], g[0]],
                [f[1], g[1]],
              )
            )
        "#]],
    );
}

#[test]
fn a_fragment_with_errors_fails_its_rule() {
    check(
        "def F : GICombinePatFrag<(outs root:$o), (ins), [(pattern (EXT $x, $o))]>;
         def R : GICombineRule<(match (F $d), (F $x)), (apply (EXT $d, $x))>;",
        expect![[r#"
            output parameter 'o' must be defined by all alternative patterns in 'F'
            Could not parse GICombinePatFrag 'F'
            Failed to parse pattern: '(F ?:$d)'
        "#]],
    );
}

#[test]
fn code_is_spelt_on_one_line() {
    check(
        "def R : GICombineRule<(match (wip_match_opcode ADD, SUB):$d), (apply [{ a(\"x\");\n b(); }])>;",
        expect![[r#"
            (CombineRule name:R id:0 root:d
              (MatchPats 
                <match_root>d:(AnyOpcodePattern [ADD, SUB])
              )
              (ApplyPats 
                __R_apply_0:(CXXPattern apply code:"a(\22x\22);\0A b();")
              )
              (OperandTable MatchPats <empty>)
              (OperandTable ApplyPats <empty>)
            )
        "#]],
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

#[test]
fn a_type_that_contradicts_another_one_is_refused() {
    check(
        "def R : GICombineRule<(match (ADD $d, i32:$x, $y)), (apply (SUB $d, i16:$x, $y))>;",
        expect![[r#"
            conflicting types for operand 'x': 'i32' vs 'i16'
        "#]],
    );
}

#[test]
fn apply_has_either_code_or_instructions() {
    check(
        "def R : GICombineRule<(match (ADD $d, $x, $y)), (apply (SUB $d, $x, $y), \"f();\")>;",
        expect![[r#"
            'apply' patterns cannot mix C++ code with other types of patterns
        "#]],
    );
}

#[test]
fn a_list_of_opcodes_is_applied_by_code() {
    check(
        "def R : GICombineRule<(match (wip_match_opcode ADD):$d), (apply (SUB $d, $d, $d))>;",
        expect![[r#"
            cannot use wip_match_opcode in combination with apply instruction patterns!
        "#]],
    );
}

#[test]
fn what_code_matches_has_to_return() {
    check(
        "def R : GICombineRule<(match (ADD $d, $x, $y), \"f();\"), (apply \"g();\")>;",
        expect![[r#"
            (CombineRule name:R id:0 root:d
              (MatchPats 
                <match_root>__R_match_0:(CodeGenInstructionPattern ADD operands:[<def>$d, $x, $y])
                __R_match_1:(CXXPattern match code:"f();")
              )
              (ApplyPats 
                __R_apply_0:(CXXPattern apply code:"g();")
              )
              (OperandTable MatchPats 
                d -> __R_match_0
                x -> <live-in>
                y -> <live-in>
              )
              (OperandTable ApplyPats <empty>)
            )
            'match' C++ code does not seem to return!
        "#]],
    );
}

#[test]
fn an_output_of_the_root_is_defined_by_apply() {
    check(
        "def R : GICombineRule<(match (ADD $d, $x, $y)), (apply (SUB $z, $x, $y))>;",
        expect![[r#"
            'd' must be redefined in the 'apply' pattern
        "#]],
    );
}
