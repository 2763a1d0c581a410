// ARGS: --release 22 --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "llvm/Target/Target.td"
// From release 22 on arguments stand for parts of operands, and immediates satisfy the predicates of the argument's
// type and of the instruction's operand.
def R0 : Register<"r0">;
def R1 : Register<"r1">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
def LOW : RegisterClass<"Toy", [i32], 32, (add R0)>;
class Imm<int width> : Operand<i32> {
  let MCOperandPredicate = "return isInt<" # width # ">(MCOp);";
  code ImmediateCode = "return isInt<" # width # ">(Imm);";
}
def imm16 : Imm<16>;
def imm4 : Imm<4>;
def imm3 : Imm<3>;
def mem : Operand<i32> { let MIOperandInfo = (ops GPR, imm16); }

class Inst<int size, dag outputs, dag inputs> : Instruction {
  let Namespace = "Toy";
  let Size = size;
  let OutOperandList = outputs;
  let InOperandList = inputs;
}
def LOAD : Inst<4, (outs GPR:$rd), (ins mem:$address)>;
def C_LOAD : Inst<2, (outs LOW:$rd), (ins LOW:$base, imm4:$offset)>;
def : CompressPat<(LOAD LOW:$rd, LOW:$base, imm3:$offset), (C_LOAD LOW:$rd, LOW:$base, imm3:$offset)>;

// Operands that are tied to others have no arguments.
def MOVE : Inst<4, (outs GPR:$rd), (ins GPR:$old, GPR:$rs)> { let Constraints = "$old = $rd"; }
def C_MOVE : Inst<2, (outs LOW:$rd), (ins LOW:$old, LOW:$rs)> { let Constraints = "$old = $rd"; }
def : CompressPat<(MOVE LOW:$rd, LOW:$rs), (C_MOVE LOW:$rd, LOW:$rs)>;

def ToyInstrInfo : InstrInfo;
def ToyWriter : AsmWriter { let PassSubtarget = 1; }
def Toy : Target { let InstructionSet = ToyInstrInfo; let AssemblyWriters = [ToyWriter]; }
