//! Lints about pattern results.

use super::super::{missing_pattern, operand_kinds, sub_register_index, swapped_operands};
use super::findings;

#[test]
fn a_number_for_a_register_is_found() {
    let text = "def : Pat<(sub GPR:$a, GPR:$b), (ADD GPR:$a, 5)>;\n";
    assert_eq!(
        findings(&operand_kinds::LINT, text),
        [
            "test.td:2:34: warning: the number 5 stands for the operand '$rt' of 'ADD', which is a register"
        ]
    );
    let fine = "def : Pat<(sub GPR:$a, GPR:$b), (ADD GPR:$a, (ADDI GPR:$b, 5))>;\n";
    assert_eq!(findings(&operand_kinds::LINT, fine), [""; 0]);
}

#[test]
fn fragments_are_numbers_if_all_they_match_are() {
    let leaf = "def seven : PatLeaf<(i32 7)>;\ndef any : PatLeaf<(imm)>;\n";
    let wrong = "def : Pat<(sub GPR:$a, any:$b), (ADD GPR:$a, any:$b)>;\n\
                 def : Pat<(sub GPR:$a, 3), (ADD GPR:$a, seven)>;\n";
    let found = findings(&operand_kinds::LINT, &[leaf, wrong].concat());
    assert_eq!(
        found,
        [
            "test.td:4:50: warning: '$b', a number, stands for the operand '$rt' of 'ADD', which is a register",
            "test.td:5:41: warning: a number stands for the operand '$rt' of 'ADD', which is a register",
        ]
    );
    let fine = "def : Pat<(sub GPR:$a, any:$b), (ADDI GPR:$a, any:$b)>;\n";
    assert_eq!(findings(&operand_kinds::LINT, &[leaf, fine].concat()), [""; 0]);
}

/// A complex pattern that `count` results give to a number, and a result with the operands the other way round.
fn uses(count: usize) -> String {
    format!(
        "def address : ComplexPattern<i32, 1, \"selectAddress\">;\n\
         foreach i = 1...{count} in\n\
         def : Pat<(sub GPR:$a, (add address:$b, i)), (ADDI GPR:$a, address:$b)>;\n\
         def : Pat<(sub GPR:$a, address:$b), (ADDI address:$b, GPR:$a)>;\n"
    )
}

#[test]
fn what_other_results_give_to_numbers_is_one() {
    let want = "test.td:5:51: warning: the operands '$rs' and '$imm' of 'ADDI' are swapped";
    assert_eq!(findings(&swapped_operands::LINT, &uses(20)), [want]);
    assert_eq!(findings(&operand_kinds::LINT, &uses(20)), [""; 0]);
    // Two uses are no habit, so only the register is in doubt.
    assert_eq!(findings(&swapped_operands::LINT, &uses(2)), [""; 0]);
    let want = "test.td:5:59: warning: '$a', a register of 'GPR', stands for the operand '$imm' of 'ADDI', \
                which is a number";
    assert_eq!(findings(&operand_kinds::LINT, &uses(2)), [want]);
}

#[test]
fn swapped_operands_are_found() {
    let text = "def : Pat<(sub GPR:$a, number:$b), (ADDI number:$b, GPR:$a)>;\n";
    assert_eq!(
        findings(&swapped_operands::LINT, text),
        ["test.td:2:49: warning: the operands '$rs' and '$imm' of 'ADDI' are swapped"]
    );
    let fine = "def : Pat<(sub GPR:$a, number:$b), (ADDI GPR:$a, number:$b)>;\n\
                def : Pat<(sub GPR:$a, GPR:$b), (ADD GPR:$b, GPR:$a)>;\n";
    assert_eq!(findings(&swapped_operands::LINT, fine), [""; 0]);
}

#[test]
fn a_sub_register_that_no_register_has_is_found() {
    let text = "def : Pat<(sub GPR:$a, GPR:$b), (EXTRACT_SUBREG GPR:$a, hi)>;\n";
    assert_eq!(
        findings(&sub_register_index::LINT, text),
        ["test.td:2:57: warning: no register of 'GPR' has the sub-register 'hi'"]
    );
    let fine = "def : Pat<(i32 (trunc PAIR:$a)), (EXTRACT_SUBREG PAIR:$a, hi)>;\n";
    assert_eq!(findings(&sub_register_index::LINT, fine), [""; 0]);
}

#[test]
fn an_instruction_that_nothing_makes_is_found() {
    let text = "class Made<bits<8> opcode, SDNode node>\n\
                  : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), \"made\"> {\n\
                let Pattern = [(set GPR:$rd, (node GPR:$rs, GPR:$rt))];\n}\n\
                foreach i = 0...14 in def M#i : Made<i, sub>;\n\
                def LAST : Made<15, sub> { let Pattern = []; }\n";
    assert_eq!(
        findings(&missing_pattern::LINT, text),
        ["test.td:7:5: warning: no pattern makes 'LAST'"]
    );
    let fine = text.to_owned() + "def : Pat<(add GPR:$a, GPR:$b), (LAST GPR:$a, GPR:$b)>;\n";
    assert_eq!(findings(&missing_pattern::LINT, &fine), [""; 0]);
}
