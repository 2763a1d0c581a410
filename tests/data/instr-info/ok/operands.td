// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// Operands of several parts: each part has a register class and a type of its own, and the flags of
// the whole. Enums have types of operands with numbers, anonymous ones a number only. Operands are
// found by name, and by their place in the description.

def mem : Operand<i32> {
  let MIOperandInfo = (ops GPR:$base, i32imm:$disp, ptr_rc:$ptr);
  let OperandType = "OPERAND_MEMORY";
  let OperandNamespace = "Toy";
}
def pred : PredicateOperand<OtherVT, (ops i32imm, GPR), (ops (i32 0), zero_reg)>;
def cc_out : OptionalDefOperand<OtherVT, (ops GPR), (ops zero_reg)>;
class BranchTargetOperand<ValueType ty> : Operand<ty>;
def target : BranchTargetOperand<OtherVT>;
def gpr_op : RegisterOperand<GPR>;

let UseNamedOperandTable = true, UseLogicalOperandMappings = true in {
def LD : Inst<(outs GPR:$rd), (ins mem:$addr, pred:$p)> {
  let Constraints = "@earlyclobber $rd";
  let mayLoad = true;
}
def ST : Inst<(outs), (ins (mem $b, $d, $p):$addr, gpr_op:$rd)> { let mayStore = true; }
def ADDS : Inst<(outs GPR:$rd, cc_out:$s), (ins GPR:$rs, Operand<i32>:$imm)>;
def ADDC : Inst<(outs GPR:$rd, cc_out:$s), (ins GPR:$rs, Operand<i32>:$imm)>;
def NOP : Inst<(outs), (ins)>;
}
def BR : Inst<(outs), (ins target:$dest, ptr_rc:$ptr)>;
def END : Inst<(outs), (ins)>;
