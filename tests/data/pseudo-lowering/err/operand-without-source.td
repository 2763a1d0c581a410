// ARGS: --gen-pseudo-lowering
include "../support/instructions.inc"
def Toy : Target;
class PseudoInstExpansion<dag result> { dag ResultInst = result; bit isPseudo = true; }
def R0 : Register;
def ADD : Instruction { let OutOperandList = (outs GPR:$rd); let InOperandList = (ins GPR:$rs, imm:$i); }
def LD : Instruction { let OutOperandList = (outs GPR:$rd); let InOperandList = (ins mem:$m); }
def CODEGEN : Instruction { let isCodeGenOnly = true; }
def X : Instruction, PseudoInstExpansion<(ADD GPR:$rd, GPR:$other, imm:$i)> {
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPR:$rs, imm:$i);
}
