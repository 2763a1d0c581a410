//! Descriptions for unit tests that include the target classes of `examples/toy-target`.

use tablewright_backend::{Backend, Options};
use tablewright_records::{RecordStore, Release};
use tablewright_test_support::{Description, output_of};

macro_rules! prelude {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../examples/toy-target/prelude/", $name)))),*]
    };
}

const PRELUDE: [(&str, &str); 7] = prelude![
    "llvm/Target/Target.td",
    "llvm/Target/TargetSchedule.td",
    "llvm/Target/GenericOpcodes.td",
    "llvm/Target/TargetCallingConv.td",
    "llvm/Target/TargetPfmCounters.td",
    "llvm/Target/TargetSelectionDAG.td",
    "llvm/Target/GlobalISel/Target.td"
];

/// A target with two registers of 32 bits.
const TARGET: &str = "
include \"llvm/Target/Target.td\"
def ToyInstrInfo : InstrInfo;
def ToyWriter : AsmWriter { let PassSubtarget = 1; }
def Toy : Target { let InstructionSet = ToyInstrInfo; let AssemblyWriters = [ToyWriter]; }
let Namespace = \"Toy\" in {
  def R0 : Register<\"r0\">;
  def R1 : Register<\"r1\">;
}
def GPR : RegisterClass<\"Toy\", [i32], 32, (add R0, R1)>;
def i32imm : Operand<i32>;
class Inst<dag outputs, dag inputs, list<dag> pattern = []> : Instruction {
  let Namespace = \"Toy\";
  let OutOperandList = outputs;
  let InOperandList = inputs;
  let Pattern = pattern;
  let hasSideEffects = false;
}
";

/// Returns the records of a target with two registers and with `text`.
pub(crate) fn store(release: Release, text: &str) -> RecordStore {
    let description = Description::new(format!("{TARGET}{text}")).for_release(release);
    let with_file =
        |description: Description<'static>, (name, text)| description.with_file(name, name, text);
    PRELUDE.into_iter().fold(description, with_file).store()
}

/// Returns the output of a backend without options for a target with `text`, or its errors.
pub(crate) fn output(backend: &Backend, text: &str) -> String {
    output_of(backend, &Options::default(), &store(Release::new(19), text))
}
