// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "llvm/Target/Target.td"
// Conditions on features, on operands that have to be the same, on registers and numbers.
def FeatureC : SubtargetFeature<"c", "HasC", "true", "short instructions">;
def FeatureD : SubtargetFeature<"d", "HasD", "true", "more of them">;
def HasC : Predicate<"">, AssemblerPredicate<(all_of FeatureC)>;
def HasCOrD : Predicate<"">, AssemblerPredicate<(any_of FeatureC, FeatureD)>;
def OnlyInCode : Predicate<"Subtarget->isFast()">;

def R0 : Register<"r0">;
def R1 : Register<"r1">;
def R2 : Register<"r2">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1, R2)>;
def LOW : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
class Imm<int width> : Operand<i32> {
  let MCOperandPredicate = "return isInt<" # width # ">(MCOp);";
  code ImmediateCode = "return isInt<" # width # ">(Imm);";
}
def imm16 : Imm<16>;
def imm4 : Imm<4>;

class Inst<int size, dag outputs, dag inputs, string assembly> : Instruction {
  let Namespace = "Toy";
  let Size = size;
  let OutOperandList = outputs;
  let InOperandList = inputs;
  let AsmString = assembly;
}
def ADD : Inst<4, (outs GPR:$rd), (ins GPR:$rs, GPR:$rt), "add\t$rd, $rs, $rt">;
def ADDI : Inst<4, (outs GPR:$rd), (ins GPR:$rs, imm16:$imm), "addi\t$rd, $rs, $imm">;
def C_ADD : Inst<2, (outs LOW:$rd), (ins LOW:$rs, LOW:$rt), "c.add\t$rd, $rt"> {
  let Constraints = "$rd = $rs";
  let Predicates = [HasC];
}
def C_ADDI : Inst<2, (outs LOW:$rd), (ins LOW:$rs, imm4:$imm), "c.addi\t$rd, $imm"> {
  let Constraints = "$rd = $rs";
  let Predicates = [HasCOrD, OnlyInCode];
}
def C_MV : Inst<2, (outs GPR:$rd), (ins GPR:$rs), "c.mv\t$rd, $rs">;
def C_NOP : Inst<2, (outs), (ins imm4:$imm), "c.nop\t$imm">;

def : CompressPat<(ADD LOW:$rd, LOW:$rd, LOW:$rt), (C_ADD LOW:$rd, LOW:$rt)>;
def : CompressPat<(ADD LOW:$rd, LOW:$rt, LOW:$rd), (C_ADD LOW:$rd, LOW:$rt)> {
  let isCompressOnly = true;
}
def : CompressPat<(ADD GPR:$rd, R0, GPR:$rs), (C_MV GPR:$rd, GPR:$rs), [HasC]>;
def : CompressPat<(ADDI LOW:$rd, LOW:$rd, imm4:$imm), (C_ADDI LOW:$rd, imm4:$imm), [HasC]>;
def : CompressPat<(ADDI R0, R0, 0), (C_NOP 0)>;

def ToyInstrInfo : InstrInfo;
def ToyWriter : AsmWriter { let PassSubtarget = 1; }
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
  let AssemblyWriters = [ToyWriter];
}
