//! The lints about encodings.

use super::super::{
    bits_set_twice, missing_constraint, operand_not_in_assembly, operand_without_bits,
    size_of_encoding, unset_encoding_bits,
};
use super::findings;

/// Returns an instruction without bits for `$rt`. `more` is added to its body.
fn without_rt(more: &str) -> String {
    format!(
        "def ODD : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), \"odd\\t$rd, $rs, $rt\"> {{\n\
         bits<2> rd; bits<2> rs;\nlet Inst{{31-4}} = 7; let Inst{{3-2}} = rs; let Inst{{1-0}} = rd;\n{more}}}\n"
    )
}

#[test]
fn an_operand_without_bits_is_found() {
    let want = "test.td:2:50: warning: the operand '$rt' of 'ODD' lacks bits in the encoding";
    assert_eq!(findings(&operand_without_bits::LINT, &without_rt("")), [want]);
}

#[test]
fn an_operand_without_bits_on_purpose_is_fine() {
    for more in [
        "bits<0> rt;",
        "bits<2> rt = 1;",
        "let Constraints = \"$rt = $rs\";",
        "let DecoderMethod = \"decode\";",
    ] {
        assert_eq!(findings(&operand_without_bits::LINT, &without_rt(more)), [""; 0], "{more}");
    }
}

/// Instructions that leave out the bits of an operand, each in a format of its own.
fn formats(count: usize, operand: &str) -> String {
    let format = |number: usize| {
        format!(
            "def N{number} : Inst<(outs GPR:$rd), (ins GPR:${operand}), \"n\\t$rd, ${operand}\"> {{\n\
             bits<2> rd; let Inst{{31-2}} = {number}; let Inst{{1-0}} = rd;\n}}\n"
        )
    };
    (0..count).map(format).collect()
}

#[test]
fn a_habit_of_the_target_is_no_finding() {
    assert_eq!(findings(&operand_without_bits::LINT, &formats(2, "other")).len(), 2);
    // C++ code knows where `$other` is.
    assert_eq!(findings(&operand_without_bits::LINT, &formats(3, "other")), [""; 0]);
}

#[test]
fn an_operand_that_assembly_does_not_show_is_found() {
    let text = "def ODD : Regs<7, \"odd\"> {\nlet AsmString = \"odd\\t$rd, $rs\";\n}\n";
    let found = findings(&operand_not_in_assembly::LINT, text);
    assert_eq!(
        found,
        ["target.td:29:46: warning: the operand '$rt' of 'ODD' is not in its assembly"]
    );
    for more in [
        "bits<2> rt = 1;",
        "let Constraints = \"$rt = $rd\";",
        "let isCodeGenOnly = 1;",
        "let AsmString = \"odd\\t$rd, $rs, ${rt:x}\";",
        "let InOperandList = (ins RegisterOperand<GPR, \"printRs\">:$rs, GPR:$rt);",
        "let AsmString = \"\";",
    ] {
        let text = text.replace("}\n", &format!("{more}\n}}\n"));
        assert_eq!(findings(&operand_not_in_assembly::LINT, &text), [""; 0], "{more}");
    }
}

#[test]
fn an_input_that_is_nowhere_is_found() {
    let text = "def INC : Inst<(outs GPR:$rd), (ins GPR:$rs), \"inc\\t$rd\"> {\n\
                bits<2> rd;\nlet Inst{31-2} = 7; let Inst{1-0} = rd;\n}\n";
    let found = findings(&missing_constraint::LINT, text);
    let want = "test.td:2:41: warning: the input '$rs' of 'INC' is neither in its encoding nor in its assembly";
    assert_eq!(found, [want]);
    for (right, wrong) in [
        ("bits<2> rd;", "bits<2> rd; let Constraints = \"$rd = $rs\";"),
        ("bits<2> rd;", "bits<2> rd; bits<0> rs;"),
        ("(outs GPR:$rd)", "(outs PAIR:$rd)"),
    ] {
        let text = text.replace(right, wrong);
        assert_eq!(findings(&missing_constraint::LINT, &text), [""; 0], "{wrong}");
    }
}

#[test]
fn bits_that_nothing_sets_are_found() {
    let text = "def GAP : Inst<(outs GPR:$rd), (ins), \"gap\\t$rd\"> {\n\
                bits<2> rd;\nlet Inst{31-24} = 7; let Inst{1-0} = rd;\n}\n";
    let found = findings(&unset_encoding_bits::LINT, text);
    assert_eq!(found, ["test.td:4:26: warning: bits 23-2 of 'Inst' are never set in 'GAP'"]);
    let whole = text.replace("bits<2> rd;", "bits<2> rd; let Inst{23-2} = 0;");
    assert_eq!(findings(&unset_encoding_bits::LINT, &whole), [""; 0]);
    let meant = text.replace("bits<2> rd;", "bits<2> rd; let Inst{23-2} = ?;");
    assert_eq!(findings(&unset_encoding_bits::LINT, &meant), [""; 0]);
}

#[test]
fn gaps_in_few_of_many_encodings_are_mistakes() {
    let gap = |number: usize| {
        format!("def G{number} : Inst<(outs), (ins), \"g\"> {{\nlet Inst{{31-1}} = {number};\n}}\n")
    };
    let gaps: String = (0..4).map(gap).collect();
    assert_eq!(findings(&unset_encoding_bits::LINT, &gaps), [""; 0]);
    let whole = |prefix: &str| format!("foreach i = 0...255 in def {prefix}#i : Regs<i, \"m\">;\n");
    let many = ["K", "L", "M", "N"].map(whole).concat() + &gaps;
    assert_eq!(findings(&unset_encoding_bits::LINT, &many).len(), 4);
}

#[test]
fn bits_that_one_body_sets_twice_are_found() {
    let text = "def TWICE : Regs<7, \"twice\"> {\nbits<4> more;\nlet Inst{9-6} = more;\nlet Inst{8-7} = 1;\n\
                let Inst{9-8} = 2;\n}\n";
    assert_eq!(
        findings(&bits_set_twice::LINT, text),
        ["test.td:6:5: warning: bit 8 of 'Inst' is set twice in one body"]
    );
    // A class sets bits that a record sets again; a row of bits is set, and then some of them.
    let fine = "def FINE : Regs<7, \"fine\"> {\nlet Inst{23-6} = 0;\nlet Inst{9-8} = 2;\n}\n";
    assert_eq!(findings(&bits_set_twice::LINT, fine), [""; 0]);
}

#[test]
fn a_size_that_the_encoding_contradicts_is_found() {
    let text = "def SHORT : Regs<7, \"short\"> {\nlet Size = 2;\n}\n";
    assert_eq!(
        findings(&size_of_encoding::LINT, text),
        ["test.td:3:5: warning: the size of 'SHORT' is 2 bytes, and its encoding has 32 bits"]
    );
    // C++ code computes the size.
    let fine = text.replace("Size = 2", "Size = 0");
    assert_eq!(findings(&size_of_encoding::LINT, &fine), [""; 0]);
}
