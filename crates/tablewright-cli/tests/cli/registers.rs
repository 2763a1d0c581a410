//! `tablewright registers`.

use crate::{Dir, Ran};

/// Where the classes are that registers are described with.
const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/register-info");

/// Words in two halves, and pairs of them.
const TARGET: &str = r##"include "classes.td"
def Toy : Target;
def lo : SubRegIndex<8>;
def hi : SubRegIndex<8, 8>;
def even : SubRegIndex<16>;
def odd : SubRegIndex<16, 16>;
foreach i = 0...3 in {
  def L#i : Register<"l"#i>;
  def H#i : Register<"h"#i>;
  let SubRegIndices = [lo, hi], CoveredBySubRegs = true in
  def R#i : RegisterWithSubRegs<"r"#i, [!cast<Register>("L"#i), !cast<Register>("H"#i)]>,
      DwarfRegNum<[i]> {
    let HWEncoding{1-0} = i;
  }
}
def SP : Register<"sp", ["stack"]> { let isConstant = true; }
def Pairs : RegisterTuples<[even, odd], [(add R0, R2), (add R1, R3)]>;
def Byte : RegisterClass<[i8], 8, (add (sequence "L%u", 0, 3), (sequence "H%u", 0, 3))>;
def GPR : RegisterClass<[i16], 16, (add (sequence "R%u", 3, 0), SP)> { let AltOrders = [(add R0)]; }
def Pair : RegisterClass<[i32], 32, (add Pairs)> { let isAllocatable = false; }
"##;

fn registers(options: &str) -> Ran {
    Dir::with(TARGET).run(&format!("registers -I {CLASSES} {options} a.td"))
}

#[test]
fn the_register_file_is_trees() {
    assert_eq!(
        registers("").ok(),
        "\
Toy: 15 registers, 6 sub-register indices, 4 register classes (1 inferred)

Registers

SP

R0_R1, R2_R3
  even  R0
    lo  L0
    hi  H0
  odd   R1
    lo  L1
    hi  H1

Sub-register indices

even          bits 0-15       lanes 0x3
hi            bits 8-15       lanes 0x1
lo            bits 0-7        lanes 0x2
odd           bits 16-31      lanes 0xc
odd_then_hi*  bits 24-31      lanes 0x4
odd_then_lo*  bits 16-23      lanes 0x8

Register classes

Byte  8 bits, 8 registers: H0...H3, L0...L3
GPR  16 bits, 5 registers: SP, R0...R3
  GPR_with_hi*  16 bits, 4 registers: R0...R3
Pair  32 bits, 2 registers: R0_R1, R2_R3; not allocated
"
    );
    let only = registers("--only classes --only indices").ok();
    assert!(only.contains("\nByte") && only.contains("\neven") && !only.contains("Registers\n"));
}

#[test]
fn a_register_is_shown_with_all_that_is_known() {
    assert_eq!(
        registers("--register R0_R1 --register SP").ok(),
        "\
register R0_R1
  number          14
  made by         Pairs
  encoding        0
  DWARF           none
  is              wholly its sub-registers
  units           H0, H1, L0, L1
  in classes      Pair
  sub-registers
    even         bits 0-15       lanes 0x3  R0
      lo           bits 0-7        lanes 0x2  L0
      hi           bits 8-15       lanes 0x1  H0
    odd          bits 16-31      lanes 0xc  R1
      odd_then_lo  bits 16-23      lanes 0x8  L1
      odd_then_hi  bits 24-31      lanes 0x4  H1

register SP
  number          1
  assembler       sp
  also called     stack
  encoding        0
  DWARF           none
  is              constant
  units           SP (weight 2)
  in classes      GPR
"
    );
}

#[test]
fn a_class_is_shown_with_all_that_is_known() {
    assert_eq!(
        registers("--class GPR").ok(),
        "\
class GPR
  number          1
  size            16 bits
  spill alignment 16 bits
  types           i16
  allocated       yes
  copy cost       1
  lanes           0x3
  5 registers     SP, R0...R3
  in this order   R3, R2, R1, R0, SP
  or in this      R0
  contains        GPR_with_hi*
  weight          2 each, 10 in all
  pressure sets   GPR
  sub-registers are in
    hi  Byte, of those in GPR_with_hi*
    lo  Byte, of those in GPR_with_hi*
"
    );
}

#[test]
fn graphs_are_for_graphviz() {
    assert_eq!(
        registers("--register R0 --format dot").ok(),
        "\
digraph \"Toy\" {
  rankdir = LR;
  node [shape = box, fontname = monospace];
  \"R0_R1\" [label = \"R0_R1\", style = dashed];
  \"R0\" [label = \"R0\"];
  \"R0_R1\" -> \"R0\" [label = \"even\"];
  \"R1\" [label = \"R1\"];
  \"R0_R1\" -> \"R1\" [label = \"odd\"];
  \"L1\" [label = \"L1\"];
  \"R1\" -> \"L1\" [label = \"lo\"];
  \"H1\" [label = \"H1\"];
  \"R1\" -> \"H1\" [label = \"hi\"];
  \"L0\" [label = \"L0\"];
  \"R0\" -> \"L0\" [label = \"lo\"];
  \"H0\" [label = \"H0\"];
  \"R0\" -> \"H0\" [label = \"hi\"];
}
"
    );
    let classes = registers("--format dot --only classes").ok();
    let edge = "\n  \"class GPR\" -> \"class GPR_with_hi\";\n";
    assert!(classes.contains(edge) && !classes.contains("\"R0\" ["), "{classes}");
}

#[test]
fn names_that_are_not_there_are_told() {
    let err = registers("--register R9").failed();
    // R0 to R7 are equally near.
    assert_eq!(err, "error: unknown register 'R9'\n");
    let err = registers("--class GRP").failed();
    assert!(err.starts_with("error: unknown register class 'GRP'\n"), "{err}");
    let help = Dir::new().run("registers --help").ok();
    assert!(help.contains("--register <NAME>"), "{help}");
}

#[test]
fn programs_read_registers_indices_and_classes() {
    let json = |options: &str| -> serde_json::Value {
        serde_json::from_str(&registers(&format!("--format json {options}")).ok()).expect("JSON")
    };
    let all = json("");
    assert_eq!((&all["report"], &all["target"]), (&"registers".into(), &"Toy".into()));
    let sizes = ["registers", "indices", "classes"].map(|list| all[list].as_array().map(Vec::len));
    assert_eq!(sizes, [Some(15), Some(6), Some(4)]);
    assert_eq!(all["indices"][4]["is_inferred"], true);
    let one = json("--register R0 --class Pair");
    let register = &one["registers"][0];
    assert_eq!(register["super_registers"], serde_json::json!(["R0_R1"]));
    assert_eq!(register["units"].as_array().map(Vec::len), Some(2));
    assert!(register["location"]["line"].is_number(), "{register}");
    assert_eq!(one["classes"][0]["registers"], serde_json::json!(["R0_R1", "R2_R3"]));
    assert_eq!(one["indices"], serde_json::Value::Null);
    let csv = registers("--format csv --only indices").ok();
    assert_eq!(csv.lines().nth(1), Some("indices,even,,16,,"));
}
