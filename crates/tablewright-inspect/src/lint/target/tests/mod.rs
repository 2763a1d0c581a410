//! Tests of target lints on a small target. Each lint has a case with a finding and a case without.

mod encodings;
mod flow;
mod narrow_fields;
mod patterns;
mod records;
mod registers;

use tablewright_test_support::Description;

use crate::lint::Lint;
use crate::lint::test_support::findings_in;

/// The record classes of targets, as the example target has them: path and text.
macro_rules! prelude {
    ($($path:literal),*) => {
        [$(($path, include_str!(concat!("../../../../../../examples/toy-target/prelude/", $path)))),*]
    };
}
const PRELUDE: [(&str, &str); 7] = prelude!(
    "llvm/Target/Target.td",
    "llvm/Target/GenericOpcodes.td",
    "llvm/Target/GlobalISel/Target.td",
    "llvm/Target/TargetCallingConv.td",
    "llvm/Target/TargetSchedule.td",
    "llvm/Target/TargetSelectionDAG.td",
    "llvm/Target/TargetPfmCounters.td"
);

/// A target with four registers, a pair, and two formats.
const TARGET: &str = r##"include "llvm/Target/Target.td"
foreach i = 0...3 in
  def R#i : Register<"r"#i> { let Namespace = "T"; let HWEncoding = i; }
def lo : SubRegIndex<32> { let Namespace = "T"; }
def hi : SubRegIndex<32, 32> { let Namespace = "T"; }
def P0 : Register<"p0"> {
  let Namespace = "T";
  let SubRegs = [R0, R1];
  let SubRegIndices = [lo, hi];
}
def GPR : RegisterClass<"T", [i32], 32, (sequence "R%u", 0, 3)>;
def PAIR : RegisterClass<"T", [i64], 64, (add P0)>;
def number : Operand<i32>, ImmLeaf<i32, "return true;"> {
  let OperandType = "OPERAND_IMMEDIATE";
}
def WriteOne : SchedWrite;
def ReadOne : SchedRead;
class Inst<dag outputs, dag inputs, string text> : Instruction {
  let Namespace = "T";
  let DecoderNamespace = "T";
  let OutOperandList = outputs;
  let InOperandList = inputs;
  let AsmString = text;
  let Pattern = [];
  field bits<32> Inst;
  let Size = 4;
}
class Regs<bits<8> opcode, string name>
    : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), name # "\t$rd, $rs, $rt"> {
  bits<2> rd;
  bits<2> rs;
  bits<2> rt;
  let Inst{31-24} = opcode;
  let Inst{23-6} = 0;
  let Inst{5-4} = rt;
  let Inst{3-2} = rs;
  let Inst{1-0} = rd;
}
class Imm<bits<8> opcode, string name>
    : Inst<(outs GPR:$rd), (ins GPR:$rs, number:$imm), name # "\t$rd, $rs, $imm"> {
  bits<2> rd;
  bits<2> rs;
  bits<16> imm;
  let Inst{31-24} = opcode;
  let Inst{23-20} = 0;
  let Inst{19-4} = imm;
  let Inst{3-2} = rs;
  let Inst{1-0} = rd;
}
def ADD : Regs<1, "add">;
def ADDI : Imm<2, "addi">;
def TInstrInfo : InstrInfo;
def T : Target { let InstructionSet = TInstrInfo; }
"##;

/// Returns a lint's findings in the target with additional text, whose first line is line 2 of the file.
fn findings(lint: &Lint, text: &str) -> Vec<String> {
    findings_in(lint, target_with(text))
}

/// The small target with more statements.
fn target_with(text: &str) -> Description<'static> {
    let mut description = Description::new(format!("include \"target.td\"\n{text}")).with_file(
        "target.td",
        "target.td",
        TARGET,
    );
    for (path, text) in PRELUDE {
        description = description.with_file(path, path, text);
    }
    description
}

#[test]
fn the_target_itself_has_no_findings() {
    for lint in super::super::LINTS {
        let is_of_targets = lint.group == crate::lint::LintGroup::Target;
        if is_of_targets && lint.name != "missing-pattern" {
            assert_eq!(findings(lint, ""), [""; 0], "{}", lint.name);
        }
    }
}
