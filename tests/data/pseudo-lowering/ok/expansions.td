// ARGS: --gen-pseudo-lowering
include "../support/instructions.inc"
// Operands of the result are those of the pseudo-instruction of the same name, numbers, registers,
// or no register at all.
class PseudoInstExpansion<dag result> {
  dag ResultInst = result;
  bit isPseudo = true;
}
def Toy : Target;
def R7 : Register;
def zero_reg;
def pred : Operand { let MIOperandInfo = (ops imm, GPR); }

def ADD : Instruction {
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPR:$rs, imm:$i);
}
def JR : Instruction { let InOperandList = (ins GPR:$rs, pred:$p); }
def LD : Instruction {
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins mem:$m);
}
def CALL : Instruction { let InOperandList = (ins imm:$target, variable_ops); }

class Pseudo<dag outputs, dag inputs, dag result> : Instruction, PseudoInstExpansion<result> {
  let OutOperandList = outputs;
  let InOperandList = inputs;
}
def MOV : Pseudo<(outs GPR:$to), (ins GPR:$from), (ADD GPR:$to, GPR:$from, 0)>;
def DEC : Pseudo<(outs GPR:$rd), (ins GPR:$rs), (ADD GPR:$rd, GPR:$rs, -1)>;
def FLAGS : Pseudo<(outs GPR:$rd), (ins GPR:$rs), (ADD GPR:$rd, GPR:$rs, { 1, 0, 1 })>;
def RET : Pseudo<(outs), (ins), (JR R7, (ops 14, zero_reg))>;
def RETIF : Pseudo<(outs), (ins pred:$p), (JR R7, pred:$p)>;
def POP : Pseudo<(outs GPR:$rd), (ins imm:$unused, mem:$m), (LD GPR:$rd, mem:$m)>;
def TAILCALL : Pseudo<(outs), (ins imm:$f, variable_ops), (CALL imm:$f)>;
