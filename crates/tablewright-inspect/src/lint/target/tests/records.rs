//! The lints about schedules, aliases, features and equal records.

use super::super::{
    alias_printing, branch_not_terminator, equal_records, missing_schedule, schedule_operands,
    unused_feature, unused_predicate,
};
use super::{findings, target_with};
use crate::lint::test_support::findings_beside;

#[test]
fn reads_and_writes_are_counted_against_operands() {
    let text = "def ONE : Regs<7, \"one\">, Sched<[WriteOne, ReadOne, ReadOne, ReadOne]>;\n";
    assert_eq!(
        findings(&schedule_operands::LINT, text),
        ["test.td:2:33: warning: 'SchedRW' has 3 reads for the 2 register inputs of 'ONE'"]
    );
    let fine = "def ONE : Regs<7, \"one\">, Sched<[WriteOne, ReadOne, ReadOne]>;\n\
                def TWO : Regs<8, \"two\">, Sched<[WriteOne]>;\n";
    assert_eq!(findings(&schedule_operands::LINT, fine), [""; 0]);
}

#[test]
fn an_instruction_without_a_schedule_is_found() {
    let text = "class Timed<bits<8> opcode>\n  : Inst<(outs GPR:$rd), (ins), \"timed\t$rd\">, Sched<[WriteOne]>;\n\
                foreach i = 0...14 in def M#i : Timed<i>;\n\
                def LAST : Timed<15> { let SchedRW = []; }\n";
    assert_eq!(
        findings(&missing_schedule::LINT, text),
        ["test.td:5:5: warning: 'LAST' lacks a schedule"]
    );
    let fine = text.replace("SchedRW = []", "SchedRW = []; let hasNoSchedulingInfo = true");
    assert_eq!(findings(&missing_schedule::LINT, &fine), [""; 0]);
}

#[test]
fn an_alias_that_is_never_printed_is_found() {
    let text = "def : InstAlias<\"mv\\t$d, $s\", (ADDI GPR:$d, GPR:$s, 0)>;\n\
                def : InstAlias<\"copy\\t$d, $s\", (ADDI GPR:$d, GPR:$s, 0)>;\n";
    assert_eq!(
        findings(&alias_printing::LINT, text),
        [
            "test.td:3:18: warning: 'copy $d, $s' and 'mv $d, $s' stand for the same, so neither is printed"
        ]
    );
    let fine = "def : InstAlias<\"mv\\t$d, $s\", (ADDI GPR:$d, GPR:$s, 0)>;\n\
                def : InstAlias<\"copy\\t$d, $s\", (ADDI GPR:$d, GPR:$s, 0), 0>;\n";
    assert_eq!(findings(&alias_printing::LINT, fine), [""; 0]);
}

#[test]
fn a_predicate_that_nothing_asks_for_is_found() {
    let text = "def HasFloat : Predicate<\"hasFloat()\">;\n";
    assert_eq!(
        findings(&unused_predicate::LINT, text),
        ["test.td:2:5: warning: no record refers to the predicate 'HasFloat'"]
    );
    let fine = text.to_owned() + "let Predicates = [HasFloat] in def FADD : Regs<7, \"fadd\">;\n";
    assert_eq!(findings(&unused_predicate::LINT, &fine), [""; 0]);
    // R600.td and AMDGPU.td share a file of predicates.
    let other = "let Predicates = [HasFloat] in def FSUB : Regs<8, \"fsub\">;\n";
    assert_eq!(findings_beside(&unused_predicate::LINT, target_with(text), &[other]), [""; 0]);
}

#[test]
fn a_feature_that_nothing_asks_for_is_found() {
    let text =
        "def FeatureFloat : SubtargetFeature<\"float\", \"HasFloat\", \"true\", \"Floats\">;\n";
    assert_eq!(
        findings(&unused_feature::LINT, text),
        ["test.td:2:5: warning: no record refers to the feature 'FeatureFloat'"]
    );
    for more in [
        "def : Processor<\"p\", NoItineraries, [FeatureFloat]>;\n",
        "def P : Predicate<\"Subtarget->hasFloat()\">;\n",
    ] {
        assert_eq!(findings(&unused_feature::LINT, &[text, more].concat()), [""; 0]);
    }
}

#[test]
fn a_branch_that_is_no_terminator_is_found() {
    let text =
        "def JUMP : Inst<(outs), (ins GPR:$rs), \"jump\\t$rs\"> {\n  let isBranch = true;\n}\n";
    assert_eq!(
        findings(&branch_not_terminator::LINT, text),
        ["test.td:3:7: warning: 'JUMP' has 'isBranch' and not 'isTerminator'"]
    );
    for more in ["let isTerminator = true;", "let isCall = true;"] {
        let fine = text.replace("let isBranch", &format!("{more} let isBranch"));
        assert_eq!(findings(&branch_not_terminator::LINT, &fine), [""; 0], "{more}");
    }
}

#[test]
fn an_instruction_equal_to_another_is_found() {
    assert_eq!(
        findings(&equal_records::LINT, "def AGAIN : Regs<1, \"add\">;\n"),
        ["test.td:2:5: warning: the instruction 'AGAIN' is equal to 'ADD'"]
    );
    let fine = "def SUB : Regs<3, \"sub\">;\n\
                def PSEUDO : Regs<1, \"add\"> { let isPseudo = true; }\n";
    assert_eq!(findings(&equal_records::LINT, fine), [""; 0]);
}

#[test]
fn a_loop_whose_variable_a_pattern_does_not_use_is_one_finding() {
    let text = "foreach j = [1, 2, 3] in {\nforeach node = [add, or] in {\n\
                def : Pat<(node GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b)>;\n}\n}\n";
    assert_eq!(
        findings(&equal_records::LINT, text),
        ["test.td:2:1: warning: the pattern is the same for each 'j' of the loop"]
    );
    let fine = text.replace("GPR:$b)>", "(ADDI GPR:$b, j))>");
    assert_eq!(findings(&equal_records::LINT, &fine), [""; 0]);
}
