// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "llvm/Target/Target.td"
def R0 : Register<"r0">;
def R1 : Register<"r1">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
def LOW : RegisterClass<"Toy", [i32], 32, (add R0)>;
class Inst<int size, dag outputs, dag inputs> : Instruction {
  let Namespace = "Toy";
  let Size = size;
  let OutOperandList = outputs;
  let InOperandList = inputs;
}
class Imm<int width> : Operand<i32> {
  let MCOperandPredicate = "return true;";
  code ImmediateCode = "return true;";
}
def imm16 : Imm<16>;
def imm4 : Imm<4>;
def noimm : Operand<i32>;
def ADD : Inst<4, (outs GPR:$rd), (ins GPR:$rs, GPR:$rt)>;
def ADDI : Inst<4, (outs GPR:$rd), (ins GPR:$rs, imm16:$imm)>;
def C_ADD : Inst<2, (outs LOW:$rd), (ins LOW:$rs, LOW:$rt)> { let Constraints = "$rd = $rs"; }
def C_ADDI : Inst<2, (outs LOW:$rd), (ins LOW:$rs, imm4:$imm)> { let Constraints = "$rd = $rs"; }
def C_NOPRED : Inst<2, (outs LOW:$rd), (ins LOW:$rs, noimm:$imm)>;
def ToyInstrInfo : InstrInfo;
def ToyWriter : AsmWriter { let PassSubtarget = 1; }
def Toy : Target { let InstructionSet = ToyInstrInfo; let AssemblyWriters = [ToyWriter]; }
def X : CompressPat<(ADD GPR:$rd, GPR:$rs, GPR:$rt), (ADD GPR:$rd, GPR:$rs, GPR:$rt)>;
