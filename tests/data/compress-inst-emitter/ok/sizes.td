// ARGS: --release 24 --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "llvm/Target/Target.td"
// From release 24 on a function returns the size of the short instruction, and features are sorted by name.
def R0 : Register<"r0">;
def R1 : Register<"r1">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
def Alpha : SubtargetFeature<"alpha", "Alpha", "true", "">;
def Middle : SubtargetFeature<"middle", "Middle", "true", "">;
def Zeta : SubtargetFeature<"zeta", "Zeta", "true", "">;
def HasAlpha : Predicate<"">, AssemblerPredicate<(all_of Alpha)>;
def HasZeta : Predicate<"">, AssemblerPredicate<(all_of Zeta)>;
def NoMiddle : Predicate<"">, AssemblerPredicate<(all_of (not Middle))>;
def Any : Predicate<"">, AssemblerPredicate<(any_of (not Alpha), Middle)>;

class Inst<int size> : Instruction {
  let Namespace = "Toy";
  let Size = size;
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPR:$rs);
}
def LONG : Inst<4>;
def SHORT : Inst<2>;
let Predicates = [HasZeta, NoMiddle, HasAlpha, Any] in
def : CompressPat<(LONG GPR:$rd, GPR:$rs), (SHORT GPR:$rd, GPR:$rs)>;

def ToyInstrInfo : InstrInfo;
def ToyWriter : AsmWriter { let PassSubtarget = 1; }
def Toy : Target { let InstructionSet = ToyInstrInfo; let AssemblyWriters = [ToyWriter]; }
