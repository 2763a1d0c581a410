//! Rows of RISC-V on a small description with the names of its methods.

use tablewright_machine::assemble::{AsmRows, assemble};
use tablewright_machine::{Machine, MachineOptions};
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

const PRELUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target/prelude");

const TARGET: &str = include_str!("riscv.td");

/// Assembles lines, then prints the bytes and their text.
fn check(options: &MachineOptions, lines: &[(&str, &str)]) {
    check_with("", options, lines);
}

/// Checks lines of the description with further records.
fn check_with(records: &str, options: &MachineOptions, lines: &[(&str, &str)]) {
    let session = Session::new().include_dir(PRELUDE);
    let text = format!("{TARGET}{records}");
    let loaded = session.load_text("a.td", text).expect("the description is valid");
    let mut diagnostics = Diagnostics::new();
    let machine = Machine::new(&loaded.store, options, &mut diagnostics);
    let machine = machine.unwrap_or_else(|_| panic!("{diagnostics:?}"));
    let rows = AsmRows::new(&machine, &mut diagnostics).expect("the description is valid");
    for (line, expected) in lines {
        let shown = match assemble(&machine, &rows, line) {
            Ok(assembly) => {
                let bytes = &assembly.sections[0].bytes;
                let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                let decoded = machine.decode(bytes).expect("it was assembled");
                let mut text = format!("{digits} ");
                machine.print(&decoded.insn, &mut text);
                text
            }
            Err(errors) => errors[0].to_string(),
        };
        assert_eq!(shown, *expected, "{line}");
    }
}

#[test]
fn operands_have_their_text() {
    check(
        &MachineOptions::default(),
        &[
            ("addi x1, a0, -2048", "83a00080 addi\tra, a0, -2048"),
            ("addi ra, a0, 2048", "1:14: error: operand 3: expected a number from -2048 to 2047"),
            ("lui a0, 0xfffe1", "07051002 lui\ta0, 1048545"),
            ("lui a0, 31", "0705f001 lui\ta0, 31"),
            ("lui a0, 32", "1:9: error: operand 2: expected a number from -32 to 31"),
            ("vset a0, e32, m2, ta, mu", "0b051005 vset\ta0, e32, m2, ta, mu"),
            ("vset a0, 4", "0b054000 vset\ta0, 4"),
            ("vop a0", "0f051000 vop\ta0"),
            ("vop a0, v0.t", "0f050000 vop\ta0, v0.t"),
            ("fop a0", "13057000 fop\ta0"),
            ("fop a0, rtz", "13051000 fop\ta0, rtz"),
            ("fence iorw, w", "1b00f001 fence\tiorw, w"),
            ("fence 0, rw", "1b000003 fence\t0, rw"),
            ("cm.push {ra, s0-s1}, -32", "1f006001 cm.push\t{ra, s0-s1}, -32"),
            (
                "cm.push {ra}, -8",
                "1:15: error: operand 2: expected a multiple of 16 from -16 to -64",
            ),
            ("beqz a0, -4", "23a0e0ff beqz\ta0, -4"),
            ("jmp a0, a1, -2", "2bb5f0ff jmp\ta0, a1, -2"),
            ("sll a0, a1, 31", "27b5f001 sll\ta0, a1, 31"),
            ("sll a0, a1, 32", "1:13: error: operand 3: expected a number from 0 to 31"),
            ("oth a0, 3", "1:9: error: operand 2: expected an operand with a known syntax"),
        ],
    );
}

#[test]
fn operands_with_listed_numbers_have_their_text() {
    check(
        &MachineOptions::default(),
        &[
            ("compare a0, -1", "2f050000 compare\ta0, -1"),
            ("compare a0, 31", "2f05f001 compare\ta0, 31"),
            ("delay a0, 16", "33055000 delay\ta0, 16"),
            ("delay a0, 15", "33056000 delay\ta0, 15"),
            ("count a0, 32", "3705f001 count\ta0, 32"),
            ("count a0, 6", "37055000 count\ta0, 6"),
            ("save a0, {ra, s0}", "3b055000 save\ta0, {ra, s0}"),
            ("vset a0, 1032", "0b058040 matrix\ta0, e16, w2"),
            ("vset a0, 1048", "0b058041 vset\ta0, 1048"),
        ],
    );
}

#[test]
fn short_instructions_are_chosen_and_printed_as_long_ones() {
    let options = MachineOptions::default();
    check(
        &options,
        &[
            ("addi s0, s0, -1", "e107 addi\ts0, s0, -1"),
            ("addi s0, s0, 32", "03840002 addi\ts0, s0, 32"),
            ("li a0, 5", "03055000 li\ta0, 5"),
        ],
    );
    check(
        &MachineOptions { no_aliases: true, ..options },
        &[("c.addi s0, -1", "e107 c.addi\ts0, -1"), ("li a0, 5", "03055000 addi\ta0, zero, 5")],
    );
}

#[test]
fn assemblers_read_further_forms() {
    let description = r##"
def zero : RegisterOperand<GPR> { let PrintMethod = "printZeroOffsetMemOp"; }
def LR : I<63, (outs GPR:$rd), (ins zero:$rs), "lr\t$rd, $rs"> { let Inst{31-17} = 0; }
"##;
    let lines = [
        ("lr a0, (a1)", "3fb50000 lr\ta0, (a1)"),
        ("lr a0, 0(a1)", "3fb50000 lr\ta0, (a1)"),
        ("addi ra, a0, !0", "83a01000 addi\tra, a0, 1"),
        ("cm.push {x1, x8-x9}, -32", "1f006001 cm.push\t{ra, s0-s1}, -32"),
    ];
    check_with(description, &MachineOptions::default(), &lines);
    let features = vec!["-64bit".to_owned()];
    let options = MachineOptions { features, ..MachineOptions::default() };
    let lines = [("addi ra, a0, 0xfffff800", "83a00080 addi\tra, a0, -2048")];
    check_with("", &options, &lines);
}

#[test]
fn register_lists_of_later_descriptions_end_with_16_registers() {
    let small = "def FeatureStdExtE : SubtargetFeature<\"e\", \"E\", \"true\", \"\">;";
    let later = format!(
        "{small}\ndef FeatureVendorXqccmp : SubtargetFeature<\"q\", \"Q\", \"true\", \"\">;"
    );
    let options = MachineOptions { features: vec!["+e".to_owned()], ..MachineOptions::default() };
    let long = "cm.push {ra, s0-s2}, -32";
    let read = "1f007001 cm.push\t{ra, s0-s2}, -32";
    check_with(small, &options, &[(long, read)]);
    check_with(&later, &MachineOptions::default(), &[(long, read)]);
    let short = "cm.push {ra, s0-s1}, -32";
    let read = "1f006001 cm.push\t{ra, s0-s1}, -32";
    let error = "1:9: error: operand 1: expected a number from 4 to 6";
    check_with(&later, &options, &[(long, error), (short, read)]);
}

#[test]
fn a_method_without_a_row_shows_its_bits() {
    let session = Session::new().include_dir(PRELUDE);
    let loaded = session.load_text("a.td", TARGET).expect("the description is valid");
    let options = MachineOptions::default();
    let machine = Machine::new(&loaded.store, &options, &mut Diagnostics::new());
    let machine = machine.expect("the description is valid");
    let decoded = machine.decode(&[0x17, 0x05, 0x30, 0x00]).expect("it is an instruction");
    let mut text = String::new();
    machine.print(&decoded.insn, &mut text);
    assert_eq!(text, "oth\ta0, decodeOther(3)");
    let unknown: Vec<String> =
        machine.unknown_methods().into_iter().map(|unknown| unknown.method).collect();
    assert_eq!(unknown, ["decodeOther"]);
    assert_eq!(machine.encode(&decoded.insn), Some(vec![0x17, 0x05, 0x30, 0x00]));
}

#[test]
fn numbers_are_loaded_by_the_sequences_of_llvm() {
    let description = r##"
def any : Operand<i64>;
let isCodeGenOnly = 0 in
def PseudoLI : Instruction {
  let Namespace = "RISCV"; let Size = 4; let isPseudo = 1;
  let OutOperandList = (outs GPR:$rd); let InOperandList = (ins any:$n); let AsmString = "number\t$rd, $n";
}
def SLLI : I<63, (outs GPR:$rd), (ins GPR:$rs, shamt:$s), "slli\t$rd, $rs, $s"> { bits<6> s; let Inst{25-20} = s; }
def SRLI : I<67, (outs GPR:$rd), (ins GPR:$rs, shamt:$s), "srli\t$rd, $rs, $s"> { bits<6> s; let Inst{25-20} = s; }
"##;
    let features = vec!["+64bit".to_owned()];
    let options = MachineOptions { features, ..MachineOptions::default() };
    let lines: [(&str, &[&str]); 4] = [
        ("number a0, 2047", &["addi a0, zero, 2047"]),
        ("number a0, 6144", &["addi a0, zero, 3", "slli a0, a0, 11"]),
        ("number a0, 0xffffffff", &["addi a0, zero, -1", "srli a0, a0, 32"]),
        ("number a0, 0x8000000000000000", &["addi a0, zero, -1", "slli a0, a0, 63"]),
    ];
    let session = Session::new().include_dir(PRELUDE);
    let loaded = session.load_text("a.td", format!("{TARGET}{description}"));
    let loaded = loaded.expect("the description is valid");
    let mut diagnostics = Diagnostics::new();
    let machine = Machine::new(&loaded.store, &options, &mut diagnostics);
    let machine = machine.unwrap_or_else(|_| panic!("{diagnostics:?}"));
    let rows = AsmRows::new(&machine, &mut diagnostics).expect("the description is valid");
    let bytes = |text: &str| {
        let assembly = assemble(&machine, &rows, text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assembly.sections[0].bytes.clone()
    };
    for (line, expected) in lines {
        assert_eq!(bytes(line), bytes(&expected.join("\n")), "{line}");
    }
}

#[test]
fn names_of_real_numbers_have_any_form() {
    let records = r#"
def fli : Imm<"decodeUImmOperand<5>", "printFPImmOperand">;
def FLI : I<63, (outs GPR:$rd), (ins fli:$n), "fli\t$rd, $n"> { bits<5> rs = 0; bits<5> n; let Inst{24-20} = n; }
"#;
    let expected = "1:9: error: operand 2: expected one of -1.0, min, 1.52587890625e-05, \
                    3.0517578125e-05, 0.00390625, 0.0078125, 0.0625, 0.125, …";
    check_with(
        records,
        &MachineOptions::default(),
        &[
            ("fli a0, 0.5", "3f05c000 fli\ta0, 0.5"),
            ("fli a0, 0x1p-1", "3f05c000 fli\ta0, 0.5"),
            ("fli a0, 5e-1", "3f05c000 fli\ta0, 0.5"),
            ("fli a0, - 1.", "3f050000 fli\ta0, -1.0"),
            ("fli a0, INF", "3f05e001 fli\ta0, inf"),
            ("fli a0, 1", expected),
            ("fli a0, 1.0001", expected),
        ],
    );
}

#[test]
fn rounding_modes_are_names() {
    let expected = "1:9: error: operand 2: expected one of rne, rtz, rdn, rup, rmm, dyn";
    check(&MachineOptions::default(), &[("fop a0, 0b111", expected)]);
}

#[test]
fn operands_have_the_modifiers_of_their_relocations() {
    let records = r#"
def uimm20_lui : Imm<"decodeUImmOperand<20>">;
def HIGH : I<67, (outs GPR:$rd), (ins uimm20_lui:$n), "high\t$rd, $n"> {
  bits<20> n; let Inst{31-12} = n;
}
"#;
    check_with(
        records,
        &MachineOptions::default(),
        &[
            ("high a0, %hi(0x12345800)", "43653412 high\ta0, 74566"),
            ("high a0, %lo(1)", "1:10: error: operand 2: expected an operand without '%lo'"),
            ("addi a0, a0, %lo(1)", "03a51000 addi\ta0, a0, 1"),
            ("addi a0, a0, %hi(1)", "1:14: error: operand 3: expected an operand without '%hi'"),
        ],
    );
}

#[test]
fn destinations_of_vectors_do_not_overlap_with_sources() {
    let records = r##"
class Constraint<bits<3> value> { bits<3> Value = value; }
def All : Constraint<7>;
foreach i = 1-2 in def V#i : Register<"v"#i> { let Namespace = "RISCV"; let HWEncoding = i; }
def VR : RegisterClass<"RISCV", [i32], 32, (add V0, V1, V2)>;
class Wide<bits<7> op, string text> : I<op, (outs VR:$vd), (ins VR:$vs2, VR:$vs1, mask:$vm), text> {
  bits<2> vd; bits<2> vs2; bits<2> vs1; bits<1> vm; let rs = 0; let rd = 0;
  let Inst{21-20} = vd; let Inst{23-22} = vs2; let Inst{25-24} = vs1; let Inst{26} = vm;
}
def FREE : Wide<71, "free\t$vd, $vs2, $vs1$vm">;
def WIDE : Wide<75, "wide\t$vd, $vs2, $vs1$vm"> { Constraint RVVConstraint = All; }
"##;
    check_with(
        records,
        &MachineOptions::default(),
        &[
            ("free v0, v0, v0, v0.t", "47000000 free\tv0, v0, v0, v0.t"),
            ("wide v1, v2, v2", "4b009006 wide\tv1, v2, v2"),
            (
                "wide v1, v1, v2",
                "1:10: error: operand 2: expected a register that is not the destination",
            ),
            (
                "wide v1, v2, v1",
                "1:14: error: operand 3: expected a register that is not the destination",
            ),
            (
                "wide v0, v2, v2, v0.t",
                "1:16: error: operand 3: expected a mask that is not the destination",
            ),
        ],
    );
}
