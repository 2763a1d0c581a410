//! `tablewright encoding`.

use crate::{Dir, Ran};

/// Where the classes are that encodings are described with.
const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/disassembler");

const TARGET: &str = r#"include "classes.td"
def Toy : Target;
def FMul : SubtargetFeature;
def HasMul : For<(all_of FMul)>;
class Inst16<bits<4> op> : Instruction {
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins imm:$value);
  bits<4> rd;
  bits<8> value;
  field bits<16> Inst;
  let Inst{15-12} = op;
  let Inst{11-8} = rd;
}
def LOAD : Inst16<1> { let Inst{7-0} = value; }
def MUL : Inst16<2> {
  let Inst{7-5} = value{6-4};
  let Inst{4} = 1;
  let Inst{2-0} = value{3-1};
  let Predicates = [HasMul];
  let AsmString = "mul $rd";
}
def SAME : Inst16<1> { let Inst{7-0} = value; let DecoderNamespace = "Other"; }
def SAME2 : Inst16<1> { let Inst{7-0} = value; let DecoderNamespace = "Other"; }
"#;

fn encoding(options: &str) -> Ran {
    Dir::with(TARGET).run(&format!("encoding -I {CLASSES} {options} a.td"))
}

#[test]
fn an_instruction_is_a_row_of_boxes() {
    assert_eq!(
        encoding("--instr MUL").ok(),
        "\
MUL  DecoderTable16  needs HasMul
  15 12   11 8   7        5   4   3   2        0
+-------+------+------------+---+---+------------+
| 0010  |  rd  | value{6-4} | 1 | - | value{3-1} |
+-------+------+------------+---+---+------------+
"
    );
}

#[test]
fn a_word_is_decoded_in_all_namespaces() {
    assert_eq!(
        encoding("--decode 0x1207").ok(),
        "\
0x1207
  LOAD  DecoderTable16
    path      Inst{15-12} is 1
    value     7 from Inst{7-0}
    rd        2 from Inst{11-8}
    operand   DecodeGPRRegisterClass(2)
    operand   7
  SAME  DecoderTableOther16  in conflict with others
    path      Inst{15-12} is 1
    value     7 from Inst{7-0}
    rd        2 from Inst{11-8}
    operand   DecodeGPRRegisterClass(2)
    operand   7
  SAME2  DecoderTableOther16  in conflict with others
    path      Inst{15-12} is 1
    value     7 from Inst{7-0}
    rd        2 from Inst{11-8}
    operand   DecodeGPRRegisterClass(2)
    operand   7
"
    );
    assert_eq!(encoding("--decode f000").ok(), "f000\n  no instruction\n");
}

#[test]
fn conflicts_name_a_word() {
    assert_eq!(
        encoding("--conflicts").ok(),
        "\
DecoderTableOther16: SAME, SAME2
  0x1000 is both SAME and SAME2; they agree in bits 15-12
"
    );
}

#[test]
fn json_has_masks_values_and_fields() {
    assert_eq!(
        encoding("--instr MUL --format json").ok(),
        concat!(
            r#"{"version":1,"encodings":[{"instruction":"MUL","record":"MUL","#,
            r#""table":"DecoderTable16","width":16,"mask":"f010","value":"2010","#,
            r#""fields":[{"name":"value","bit":0,"field_bit":1,"width":3},"#,
            r#"{"name":"value","bit":5,"field_bit":4,"width":3},"#,
            r#"{"name":"rd","bit":8,"field_bit":0,"width":4}],"#,
            r#""predicates":["HasMul"],"asm":"mul $rd"}]}"#,
            "\n"
        )
    );
}

#[test]
fn what_is_unknown_is_an_error() {
    let error = encoding("--instr MULL").failed();
    assert!(error.contains("no instruction 'MULL' can be decoded"), "{error}");
    assert!(error.contains("did you mean 'MUL'?"), "{error}");
    let error = encoding("--decode 123456").failed();
    assert!(error.contains("'123456' is no word of this target"), "{error}");
}

/// An SVG viewer needs nothing else: sizes, boxes, and texts of which what XML reserves is escaped.
#[test]
fn a_drawing_has_boxes_and_bits() {
    let svg = encoding("--instr MUL --format svg").ok();
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"356\""), "{svg}");
    assert!(svg.contains("class=\"title\">MUL  DecoderTable16  needs HasMul</text>"), "{svg}");
    assert_eq!(svg.matches("<rect ").count(), 6, "{svg}");
    assert!(svg.contains(">value{6-4}</text>"), "{svg}");
    assert!(svg.ends_with("</svg>\n"), "{svg}");
}

#[test]
fn other_formats_show_encodings_alone() {
    for options in ["--decode 1 --format svg", "--conflicts --format json"] {
        let err = encoding(options).failed();
        assert_eq!(
            err,
            "tablewright: error: --decode and --conflicts have no other format than text\n"
        );
    }
}
