//! The lints about registers, classes and calling conventions.

use super::super::{
    argument_of_another_class, argument_survives_call, overlapping_sub_registers,
    reserved_in_convention, same_encoding_in_class, sub_register_past_end, tied_to_another_class,
};
use super::findings;

#[test]
fn a_constant_register_holds_no_argument() {
    let text = |more: &str| {
        format!(
            "def ZERO : Register<\"zero\"> {{ let Namespace = \"T\"; {more} }}\n\
             def ALL : RegisterClass<\"T\", [i32], 32, (add GPR, ZERO)>;\n\
             def CC_T : CallingConv<[CCAssignToReg<[R0, ZERO]>]>;\n"
        )
    };
    assert_eq!(
        findings(&reserved_in_convention::LINT, &text("let isConstant = true;")),
        ["test.td:4:44: warning: 'CC_T' assigns 'ZERO', but its value never changes"]
    );
    assert_eq!(findings(&reserved_in_convention::LINT, &text("")), [""; 0]);
    let held_back =
        text("").replace("(add GPR, ZERO)>;", "(add ZERO)> { let isAllocatable = false; }");
    assert_eq!(
        findings(&reserved_in_convention::LINT, &held_back),
        [
            "test.td:4:44: warning: 'CC_T' assigns 'ZERO', but no class that is allocated contains it"
        ]
    );
}

#[test]
fn a_register_without_the_type_of_the_argument_is_found() {
    let text = "def CC_T : CallingConv<[CCIfType<[i64], CCAssignToReg<[P0, R2]>>]>;\n";
    assert_eq!(
        findings(&argument_of_another_class::LINT, text),
        [
            "test.td:2:60: warning: 'CC_T' assigns 'R2' to values of type i64, and no class for the type contains it"
        ]
    );
    let fine = "def CC_T : CallingConv<[CCIfType<[i32], CCPromoteToType<i64>>, CCAssignToReg<[R2]>,\n\
                CCIfType<[i64, i32], CCAssignToReg<[R3, P0]>>]>;\n";
    assert_eq!(findings(&argument_of_another_class::LINT, fine), [""; 0]);
}

#[test]
fn an_argument_register_that_calls_preserve_is_found() {
    let text = "def CC_T : CallingConv<[CCIfType<[i32], CCAssignToReg<[R0, R2]>>]>;\n\
                def CSR_T : CalleeSavedRegs<(add R2, R3)>;\n";
    assert_eq!(
        findings(&argument_survives_call::LINT, text),
        ["test.td:2:60: warning: 'CC_T' passes arguments in 'R2', which calls preserve"]
    );
    // Most lists, which belong to other conventions, do not have it.
    let others = "def CSR_B : CalleeSavedRegs<(add R3)>;\ndef CSR_C : CalleeSavedRegs<(add R3)>;\n";
    assert_eq!(findings(&argument_survives_call::LINT, &[text, others].concat()), [""; 0]);
    let results = text.replace("CC_T", "RetCC_T");
    assert_eq!(findings(&argument_survives_call::LINT, &results), [""; 0]);
}

#[test]
fn registers_with_one_number_are_found() {
    let text = "def RX : Register<\"rx\"> { let Namespace = \"T\"; let HWEncoding = 3; }\n\
                def WIDE : RegisterClass<\"T\", [i32], 32, (add GPR, RX)>;\n";
    assert_eq!(
        findings(&same_encoding_in_class::LINT, text),
        ["test.td:2:5: warning: 'RX' and 'R3' in 'WIDE' have the same 'HWEncoding'"]
    );
    let fixed = text.replace("= 3", "= 4");
    assert_eq!(findings(&same_encoding_in_class::LINT, &fixed), [""; 0]);
    // C++ code numbers the registers.
    let none = "foreach i = 0...3 in def Q#i : Register<\"q\"#i> { let Namespace = \"T\"; }\n\
                def QS : RegisterClass<\"T\", [i32], 32, (sequence \"Q%u\", 0, 3)>;\n";
    assert_eq!(findings(&same_encoding_in_class::LINT, none), [""; 0]);
}

/// Returns a pair of registers whose second part has this range.
fn pair(range: &str) -> String {
    format!(
        "def top : SubRegIndex<{range}> {{ let Namespace = \"T\"; }}\n\
         def Q0 : Register<\"q0\"> {{\n\
         let Namespace = \"T\";\nlet SubRegs = [R0, R1];\nlet SubRegIndices = [lo, top];\n}}\n\
         def QUAD : RegisterClass<\"T\", [i64], 64, (add Q0)>;\n"
    )
}

#[test]
fn parts_in_the_same_bits_are_found() {
    assert_eq!(
        findings(&overlapping_sub_registers::LINT, &pair("32")),
        ["test.td:3:5: warning: the sub-registers 'R0' and 'R1' of 'Q0' overlap in bits 0 to 31"]
    );
    assert_eq!(
        findings(&overlapping_sub_registers::LINT, &pair("32, 16")),
        ["test.td:3:5: warning: the sub-registers 'R0' and 'R1' of 'Q0' overlap in bits 16 to 31"]
    );
    for fine in ["32, 32", "32, -1"] {
        assert_eq!(findings(&overlapping_sub_registers::LINT, &pair(fine)), [""; 0], "{fine}");
    }
}

#[test]
fn a_part_behind_the_end_is_found() {
    assert_eq!(
        findings(&sub_register_past_end::LINT, &pair("32, 64")),
        ["test.td:3:5: warning: the sub-register 'R1' of 'Q0' ends behind its 64 bits"]
    );
    assert_eq!(findings(&sub_register_past_end::LINT, &pair("32, 32")), [""; 0]);
}

#[test]
fn tied_operands_of_different_classes_are_found() {
    let text = "def FEW : RegisterClass<\"T\", [i32], 32, (add R0, R1)>;\n\
                def INC : Inst<(outs FEW:$rd), (ins GPR:$rs), \"inc\\t$rd\"> {\n\
                let Constraints = \"$rd = $rs\";\n}\n";
    assert_eq!(
        findings(&tied_to_another_class::LINT, text),
        ["test.td:4:5: warning: '$rs' of 'INC' is in 'GPR', and it is tied to '$rd' in 'FEW'"]
    );
    let fixed = text.replace("outs FEW", "outs GPR");
    assert_eq!(findings(&tied_to_another_class::LINT, &fixed), [""; 0]);
}
