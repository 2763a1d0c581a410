// ARGS: --gen-callingconv --release 23 -I ../../../examples/toy-target/prelude
// Registers of tuples have no records, so actions name them by strings. Since LLVM 23 the functions and
// the lists of registers have a guard each.
include "llvm/Target/Target.td"

class CCAssignToRegTuple<list<string> names> : CCAction {
  list<string> RegList = names;
}

def ToyInstrInfo : InstrInfo;
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
}
let Namespace = "Toy" in {
  foreach i = 0...2 in def R#i : Register<"r"#i>;
  def sub_lo : SubRegIndex<32>;
  def sub_hi : SubRegIndex<32, 32>;
}
def Pairs : RegisterTuples<[sub_lo, sub_hi], [(add R0, R1), (add R1, R2)]>;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1, R2)>;
def GPRPair : RegisterClass<"Toy", [i64], 32, (add Pairs)>;

def CC_Toy_Rest : CallingConv<[CCIfType<[i32], CCAssignToReg<[R0]>>]>;
let Entry = 1 in
def CC_Toy : CallingConv<[
  CCIfType<[i64], CCAssignToRegTuple<["R0_R1", "R1_R2"]>>,
  CCAssignToRegTuple<["R2"]>
]>;
