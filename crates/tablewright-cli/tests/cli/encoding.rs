//! `tablewright encoding`.

use expect_test::expect;

use crate::{Dir, Ran, program};

/// Where the classes are that encodings are described with.
const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/disassembler");

const TARGET: &str = r#"include "classes.td"
def Toy : Target;
class Feature<string name, list<SubtargetFeature> implied = []> : SubtargetFeature {
  string Name = name;
  string Desc = "";
  string FieldName = "Has" # name;
  string Value = "true";
  list<SubtargetFeature> Implies = implied;
}
def FMul : Feature<"mul">;
def FFast : Feature<"fast", [FMul]>;
class Processor<string name, list<SubtargetFeature> features> {
  string Name = name;
  list<SubtargetFeature> Features = features;
}
def : Processor<"small", []>;
def : Processor<"large", [FFast]>;
def HasMul : For<(all_of FMul)>;
def HasFast : For<(all_of FFast)>;
def NoMul : For<(all_of (not FMul))>;
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
class Third<Predicate needed> : Inst16<3> {
  let Inst{7-0} = value;
  let DecoderNamespace = "Third";
  let Predicates = [needed];
}
def FAST : Third<HasFast>;
def SLOW : Third<NoMul>;
def ANY : Third<HasMul>;
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

/// A single number is a word; bytes are in memory order, and several instructions follow each other.
#[test]
fn bytes_are_decoded_as_disassemblers_print_them() {
    let word = encoding("--table DecoderTable16 --decode 0x1207").ok();
    let dir = Dir::with(TARGET);
    let decode = |arguments: &[&str]| {
        let start = ["encoding", "-I", CLASSES, "--table", "DecoderTable16", "a.td", "--decode"];
        Ran::from_output(dir.command(program()).args(start).args(arguments).output().unwrap())
    };
    for bytes in [
        &["07 12"][..],
        &["07", "12"],
        &["0x07,0x12"],
        &["[0x07,", "0x12]"],
        &["[0x07,0x12]"],
        &["load r2 # encoding: [0x07,0x12]"],
        &["   4: 07 12  \tload"],
        &["   4: 1207  \tload r2, 7"],
        &["12 07", "--byte-order", "big"],
        &[".byte 0x07, 0x12"],
        &[r"\x07\x12"],
    ] {
        assert_eq!(decode(bytes).ok(), word, "{bytes:?}");
    }
    let two = decode(&["07 12 00 f0"]).ok();
    assert_eq!(two, format!("{word}\n0xf000\n  no instruction\n"));
    let error = decode(&["07 12 00"]);
    assert_eq!(error.err, "error: an instruction has at least 2 bytes, found 1\n");
    let error = decode(&["# encoding: [0x07,A]"]);
    expect![[r#"
        error: line 1: 'A' is not a byte or a word
        note: a letter marks bits that a linker writes; replace it by a byte
    "#]]
    .assert_eq(&error.err);
}

/// Features imply others; `ANY` is there wherever `FAST` is.
#[test]
fn conflicts_name_a_word() {
    assert_eq!(
        encoding("--conflicts").ok(),
        "\
DecoderTableOther16: SAME, SAME2
  0x1000 is both SAME and SAME2; they agree in bits 15-12
DecoderTableThird16: ANY, FAST, SLOW
  0x3000 is both ANY and FAST; they agree in bits 15-12
  0x3000 is both ANY and SLOW; they agree in bits 15-12; their predicates exclude each other
  0x3000 is both FAST and SLOW; they agree in bits 15-12; their predicates exclude each other
"
    );
    assert_eq!(
        encoding("--conflicts --cpu small --features +mul --table DecoderTableThird16").ok(),
        "no conflicts\n"
    );
}

/// Checks that a text is this JSON.
fn assert_json(text: &str, expected: &str) {
    let parsed = |text: &str| -> serde_json::Value { serde_json::from_str(text).expect("JSON") };
    assert_eq!(parsed(text), parsed(expected));
}

#[test]
fn json_has_pairs_of_conflicts() {
    assert_json(
        &encoding("--conflicts --cpu large --table DecoderTableThird16 --format json").ok(),
        concat!(
            r#"{"report":"encoding","version":1,"conflicts":[{"table":"DecoderTableThird16","encodings":["#,
            r#"{"name":"ANY","predicates":["HasMul"]},{"name":"FAST","predicates":["HasFast"]}],"#,
            r#""pairs":[{"encodings":[0,1],"word":"3000","agreeing_bits":"15-12","#,
            r#""exclusive":false}]}]}"#
        ),
    );
}

/// The names of the instructions that a word can be.
fn decoded(options: &str) -> Vec<String> {
    let text = encoding(options).ok();
    let lines = text.lines().filter(|line| line.starts_with("  ") && !line.starts_with("    "));
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn features_and_tables_decide_what_is_decoded() {
    assert_eq!(decoded("--decode 3000"), ["ANY", "FAST", "SLOW"]);
    assert_eq!(decoded("--decode 3000 --cpu large"), ["ANY", "FAST"]);
    assert_eq!(decoded("--decode 3000 --cpu large --features -fast"), ["ANY"]);
    assert_eq!(decoded("--decode 3000 --cpu large --features -mul"), ["SLOW"]);
    assert_eq!(decoded("--decode 3000 --features +fast,-mul --features +mul"), ["ANY"]);
    let tables = "--table DecoderTableOther16,DecoderTable16";
    assert_eq!(decoded(&format!("--decode 1000 {tables}")), ["SAME", "SAME2", "LOAD"]);
}

#[test]
fn features_and_tables_decide_which_instructions_are_shown() {
    let shown = |options: &str| {
        let text = encoding(options).ok();
        let titles = text.lines().filter(|line| line.contains("  DecoderTable"));
        let names: Vec<&str> = titles.filter_map(|line| line.split(' ').next()).collect();
        names.join(" ")
    };
    assert_eq!(shown(""), "ANY FAST LOAD MUL SAME SAME2 SLOW");
    assert_eq!(shown("--all"), shown(""));
    assert_eq!(shown("--all --cpu small"), "LOAD SAME SAME2 SLOW");
    assert_eq!(shown("--all --features +mul --table DecoderTable16"), "LOAD MUL");
    // An instruction that is asked for by name is shown in any case.
    assert_eq!(shown("--instr MUL --cpu small"), "MUL");
}

#[test]
fn json_has_what_words_mean() {
    assert_json(
        &encoding("--decode 2a1f --features +mul --format json").ok(),
        concat!(
            r#"{"report":"encoding","version":1,"words":[{"word":"2a1f","matches":[{"instruction":"MUL","#,
            r#""record":"MUL","table":"DecoderTable16","predicates":["HasMul"],"#,
            r#""conflicting":false,"soft_fail":false,"#,
            r#""path":[{"bit":12,"width":4,"value":2},{"bit":4,"width":1,"value":1}],"#,
            r#""fields":[{"name":"value","bit":0,"field_bit":1,"width":3,"value":7},"#,
            r#"{"name":"value","bit":5,"field_bit":4,"width":3,"value":0},"#,
            r#"{"name":"rd","bit":8,"field_bit":0,"width":4,"value":10}],"#,
            r#""operands":[{"method":"DecodeGPRRegisterClass","value":10,"complete":true},"#,
            r#"{"method":null,"value":14,"complete":true}]}]}]}"#
        ),
    );
    let empty = encoding("--decode f000 --format json").ok();
    assert_json(
        &empty,
        r#"{"report":"encoding","version":1,"words":[{"word":"f000","matches":[]}]}"#,
    );
}

#[test]
fn an_instruction_has_an_encoding_in_each_mode() {
    let file = format!("{CLASSES}/ok/hw-modes.td");
    let shown = Dir::new().run(&format!("encoding -I {CLASSES} {file} --instr ADD")).ok();
    assert_eq!(
        shown,
        "\
AddDefault:ADD  DecoderTable16
  15     8   7 4   3 0
+----------+-----+-----+
| 00000011 |  x  |  y  |
+----------+-----+-----+

AddA:ADD  DecoderTable_ModeA16
  15     8   7 4   3 0
+----------+-----+-----+
| 00000001 |  x  |  y  |
+----------+-----+-----+

AddB:ADD  DecoderTable_ModeB16
  15     8   7 4   3 0
+----------+-----+-----+
| 00000010 |  x  |  y  |
+----------+-----+-----+
"
    );
}

fn web_assembly(options: &str) -> Ran {
    let file = format!("{CLASSES}/ok/web-assembly.td");
    Dir::new().run(&format!("encoding -I {CLASSES} {file} {options}"))
}

#[test]
fn opcodes_of_web_assembly_are_bytes() {
    assert_eq!(
        web_assembly("--instr ADD --decode fd0705 --decode 04").ok(),
        "\
ADD  add
  7  0   15 8
+------+------+---+
| 0xfd | 0x07 | x |
+------+------+---+

fd0705
  ADD  add
    operand   x: MCOI::OPERAND_UNKNOWN
    bytes     05

04
  no instruction
"
    );
    assert_json(
        &web_assembly("--instr BR --decode 02 --format json").ok(),
        concat!(
            r#"{"report":"encoding","version":1,"opcodes":[{"instruction":"BR","opcode":"02","operands":"#,
            r#"[{"name":"to","type":"WebAssembly::OPERAND_LABEL"}],"asm":"br $to"}],"#,
            r#""words":[{"word":"02","instruction":"BR","opcode":"02","operands":"#,
            r#"[{"name":"to","type":"WebAssembly::OPERAND_LABEL"}],"asm":"br $to","rest":""}]}"#
        ),
    );
    let error = web_assembly("--decode 2").failed();
    assert!(error.contains("expected bytes in hexadecimal digits, found '2'"), "{error}");
    let error = web_assembly("--conflicts").failed();
    assert!(
        error.contains("opcodes in bytes have neither conflicts nor decoder tables"),
        "{error}"
    );
}

#[test]
fn json_has_masks_values_and_fields() {
    assert_json(
        &encoding("--instr MUL --format json").ok(),
        concat!(
            r#"{"report":"encoding","version":1,"encodings":[{"instruction":"MUL","record":"MUL","#,
            r#""table":"DecoderTable16","width":16,"mask":"f010","value":"2010","#,
            r#""fields":[{"name":"value","class":"imm","bit":0,"field_bit":1,"width":3},"#,
            r#"{"name":"value","class":"imm","bit":5,"field_bit":4,"width":3},"#,
            r#"{"name":"rd","class":"GPR","bit":8,"field_bit":0,"width":4}],"#,
            r#""predicates":["HasMul"],"asm":"mul $rd"}]}"#
        ),
    );
}

#[test]
fn what_is_unknown_is_an_error() {
    let error = encoding("--instr MULL").failed();
    assert!(error.contains("no instruction 'MULL' can be decoded"), "{error}");
    assert!(error.contains("did you mean 'MUL'?"), "{error}");
    let error = encoding("--decode 123456").failed();
    assert!(
        error.contains("expected a word of this target in hexadecimal digits, found '123456'"),
        "{error}"
    );
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
fn words_and_conflicts_cannot_be_drawn() {
    for options in ["--decode 1 --format svg", "--conflicts --format svg"] {
        let err = encoding(options).failed();
        assert_eq!(err, "tablewright: error: --decode and --conflicts cannot be drawn\n");
    }
}

#[test]
fn processors_features_and_tables_have_to_be_known() {
    let check = |options: &str, message: &str| {
        let error = encoding(&format!("--decode 1 {options}")).failed();
        assert!(error.contains(message), "{error}");
    };
    check("--cpu larg", "unknown processor 'larg'\nnote: did you mean 'large'?");
    check("--features +mull", "unknown feature 'mull'\nnote: did you mean 'mul'?");
    check("--features mul", "a feature has + or - before its name, 'mul' has none");
    check("--table Table", "unknown decoder table 'Table'");
}

/// The pages of the book show what is printed.
#[test]
fn pages_of_the_book_are_true() {
    const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let toy = |options: &str| {
        let toy = format!("{ROOT}/examples/toy-target");
        let line = format!("encoding -I {toy} -I {toy}/prelude {toy}/{options}");
        Dir::new().run(&line).ok()
    };
    let page = |name: &str| {
        std::fs::read_to_string(format!("{ROOT}/docs/src/{name}")).expect("the page exists")
    };
    let shown = toy("Toy.td --instr ADDI --decode 0x20a00007");
    assert!(page("tutorial/instructions.md").contains(&shown), "{shown}");
    let modes = toy("ToyDSP.td --instr RND");
    assert!(page("tutorial/dsp.md").contains(&modes), "{modes}");
    let drawing = toy("Toy.td --instr ADDI --format svg");
    assert!(page("encoding-addi.svg") == drawing, "{drawing}");
}
