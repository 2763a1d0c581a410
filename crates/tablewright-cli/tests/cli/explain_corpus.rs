//! Records of LLVM's descriptions, explained where the descriptions are in place. Each answer was compared with what
//! the sources say, read by hand.

use std::process::Command;

use expect_test::{ExpectFile, expect_file};

use crate::corpus::corpus;
use crate::{Ran, program};

const X86: &str = "llvm/lib/Target/X86/X86.td";
const RISCV: &str = "llvm/lib/Target/RISCV/RISCV.td";
const AMDGPU: &str = "llvm/lib/Target/AMDGPU/AMDGPU.td";
const ATTRIBUTES: &str = "clang/include/clang/Basic/Attr.td";

#[expect(clippy::print_stderr, reason = "a test that is left out says so")]
fn check(file: &str, subject: &str, expected: ExpectFile) {
    let corpus = corpus();
    if !corpus.join(file).exists() {
        eprintln!("LLVM's descriptions are not in place: {subject} is left out");
        return;
    }
    let mut command = Command::new(program());
    command.args(["explain", file, subject]).current_dir(&corpus).env("TABLEWRIGHT_RELEASE", "19");
    let ran = Ran::from_output(command.output().unwrap());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    expected.assert_eq(&ran.out);
}

#[test]
fn a_record_of_four_nested_multiclasses() {
    check(X86, "VADDPSZ128rmbkz", expect_file!["explain/VADDPSZ128rmbkz.txt"]);
}

#[test]
fn a_field_that_lets_around_and_a_parent_set() {
    check(
        X86,
        "VADDPSZ128rmbkz.Predicates",
        expect_file!["explain/VADDPSZ128rmbkz.Predicates.txt"],
    );
}

#[test]
fn a_field_of_a_let_in_a_let() {
    check(X86, "ADC32rr.Uses", expect_file!["explain/ADC32rr.Uses.txt"]);
}

#[test]
fn a_record_of_a_loop_in_a_multiclass() {
    check(RISCV, "PseudoVADD_VV_M1", expect_file!["explain/PseudoVADD_VV_M1.txt"]);
}

#[test]
fn bits_that_are_set_one_by_one() {
    check(RISCV, "C_ADDI.Inst", expect_file!["explain/C_ADDI.Inst.txt"]);
}

#[test]
fn arguments_of_classes_three_deep() {
    check(RISCV, "ADDI.Inst{14-12}", expect_file!["explain/ADDI.Inst.14-12.txt"]);
}

#[test]
fn a_record_of_one_generation_of_processors() {
    check(AMDGPU, "S_ADD_U32_gfx11", expect_file!["explain/S_ADD_U32_gfx11.txt"]);
}

#[test]
fn bits_with_conditions() {
    check(AMDGPU, "V_ADD_F32_e32_gfx10.Inst", expect_file!["explain/V_ADD_F32_e32_gfx10.Inst.txt"]);
}

#[test]
fn a_list_of_anonymous_records() {
    check(ATTRIBUTES, "AlwaysInline.Spellings", expect_file!["explain/AlwaysInline.Spellings.txt"]);
}

#[test]
fn a_record_of_an_attribute() {
    check(ATTRIBUTES, "Aligned", expect_file!["explain/Aligned.txt"]);
}
