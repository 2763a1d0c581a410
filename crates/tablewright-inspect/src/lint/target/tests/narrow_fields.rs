//! The lints about fields that are too narrow, and about instructions that are alike.

use super::super::{
    compression_without_feature, encoded_without_size, field_narrower_than_class,
    field_narrower_than_predicate, same_assembly, signed_without_decoder, untied_accumulator,
};
use super::findings;

#[test]
fn a_field_that_cannot_hold_all_registers_is_found() {
    let text = "def NEG : Inst<(outs GPR:$rd), (ins GPR:$rs), \"neg\\t$rd, $rs\"> {\n\
                bits<2> rd; bits<1> rs;\nlet Inst{31-4} = 7; let Inst{2} = rs; let Inst{1-0} = rd;\n}\n";
    assert_eq!(
        findings(&field_narrower_than_class::LINT, text),
        ["test.td:2:41: warning: 'NEG' encodes 1 bits of '$rs', too few for its registers"]
    );
    let two = "def EVEN : RegisterClass<\"T\", [i32], 32, (add R2, R3)>;\n".to_owned() + text;
    let fine = [
        // The higher bit is the same for all registers.
        two.replace("ins GPR", "ins EVEN"),
        text.replace("ins GPR:", "ins RegisterOperand<GPR>:")
            .replace("bits<1> rs;", "bits<1> rs; let PostEncoderMethod = \"f\";"),
        text.replace("bits<1> rs;", "bits<1> rs; let DecoderMethod = \"f\";"),
    ];
    for fine in fine {
        assert_eq!(findings(&field_narrower_than_class::LINT, &fine), [""; 0], "{fine}");
    }
}

/// An instruction with a number in five bits.
fn rotate(condition: &str) -> String {
    format!(
        "def amount : Operand<i32>, ImmLeaf<i32, \"return {condition};\">;\n\
         def ROT : Inst<(outs GPR:$rd), (ins amount:$by), \"rot\\t$rd, $by\"> {{\n\
         bits<2> rd; bits<5> by;\nlet Inst{{31-7}} = 7; let Inst{{6-2}} = by; let Inst{{1-0}} = rd;\n}}\n"
    )
}

#[test]
fn a_field_that_cannot_hold_all_numbers_is_found() {
    assert_eq!(
        findings(&field_narrower_than_predicate::LINT, &rotate("isUInt<6>(Imm)")),
        [
            "test.td:3:44: warning: 'ROT' encodes 5 bits of '$by', which is an unsigned number of 6 bits"
        ]
    );
    let encoder = rotate("isUInt<6>(Imm)").replace(";\">;", ";\"> { let EncoderMethod = \"f\"; }");
    for fine in [rotate("isUInt<5>(Imm)"), rotate("isShiftedUInt<5, 2>(Imm)"), encoder] {
        assert_eq!(findings(&field_narrower_than_predicate::LINT, &fine), [""; 0], "{fine}");
    }
}

#[test]
fn a_sign_that_is_not_decoded_is_found() {
    let decoded = "def other : Operand<i32> { let DecoderMethod = \"f\"; }\n";
    let signed = decoded.to_owned() + &rotate("isInt<5>(Imm)");
    assert_eq!(
        findings(&signed_without_decoder::LINT, &signed),
        [
            "test.td:3:5: warning: 'amount' is a signed number of 5 bits, and lacks a 'DecoderMethod'"
        ]
    );
    let method = signed.replace(";\">;", ";\"> { let DecoderMethod = \"f\"; }");
    // Without any method, the target lacks a disassembler.
    for fine in [method, rotate("isInt<5>(Imm)"), decoded.to_owned() + &rotate("isUInt<5>(Imm)")] {
        assert_eq!(findings(&signed_without_decoder::LINT, &fine), [""; 0], "{fine}");
    }
}

#[test]
fn an_encoding_without_a_size_is_found() {
    let others: String = (0..20).map(|i| format!("def M{i} : Regs<{i}, \"m{i}\">;\n")).collect();
    let text = "def BRK : Regs<7, \"brk\"> { let Size = 0; }\n";
    assert_eq!(
        findings(&encoded_without_size::LINT, &[text, &others].concat()),
        ["test.td:2:5: warning: 'BRK' has an encoding of 32 bits, and its size is 0"]
    );
    // With few other instructions, C++ code may compute all sizes.
    assert_eq!(findings(&encoded_without_size::LINT, text), [""; 0]);
}

#[test]
fn an_accumulator_that_is_not_tied_is_found() {
    let text = "def MAC : Inst<(outs GPR:$out), (ins GPR:$acc, GPR:$a), \"mac\\t$acc, $a\"> {\n\
                bits<2> acc; bits<2> a;\nlet Inst{31-4} = 7; let Inst{3-2} = a; let Inst{1-0} = acc;\n}\n";
    assert_eq!(
        findings(&untied_accumulator::LINT, text),
        [
            "test.td:2:26: warning: the output '$out' of 'MAC' is neither in its encoding nor in its assembly"
        ]
    );
    for (wrong, right) in [
        ("bits<2> acc;", "bits<2> acc; let Constraints = \"$out = $acc\";"),
        ("mac\\t$acc", "mac\\t$out, $acc"),
        ("(outs GPR:$out)", "(outs PAIR:$out)"),
    ] {
        let fixed = text.replace(wrong, right);
        assert_eq!(findings(&untied_accumulator::LINT, &fixed), [""; 0], "{right}");
    }
}

#[test]
fn instructions_with_the_same_assembly_are_found() {
    let text = "def ADD2 : Regs<9, \"add\">;\n";
    assert_eq!(
        findings(&same_assembly::LINT, text),
        ["test.td:2:5: warning: 'ADD2' has the assembly and operands of 'ADD'"]
    );
    for fine in [
        "def ADD2 : Regs<9, \"add2\">;\n",
        "def ADD2 : Regs<9, \"add\"> { let isCodeGenOnly = true; }\n",
        "def New : Predicate<\"isNew()\">;\nlet Predicates = [New] in def ADD2 : Regs<9, \"add\">;\n",
        // `equal-records` reports an instruction that differs only in its name.
        "def ADD2 : Regs<1, \"add\">;\n",
    ] {
        assert_eq!(findings(&same_assembly::LINT, fine), [""; 0], "{fine}");
    }
}

#[test]
fn a_compression_for_all_processors_is_found() {
    let text = |predicates: &str| {
        format!(
            "def FeatureShort : SubtargetFeature<\"short\", \"HasShort\", \"true\", \"\">;\n\
             def HasShort : Predicate<\"\">, AssemblerPredicate<(all_of FeatureShort), \"short\">;\n\
             let Predicates = [HasShort] in def SHORT : Regs<9, \"short\"> {{ let Size = 2; }}\n\
             def : CompressPat<(ADD GPR:$a, GPR:$b, GPR:$c), (SHORT GPR:$a, GPR:$b, GPR:$c), {predicates}>;\n"
        )
    };
    assert_eq!(
        findings(&compression_without_feature::LINT, &text("[]")),
        ["test.td:5:1: warning: the compression to 'SHORT' lacks its predicate 'HasShort'"]
    );
    assert_eq!(findings(&compression_without_feature::LINT, &text("[HasShort]")), [""; 0]);
}
