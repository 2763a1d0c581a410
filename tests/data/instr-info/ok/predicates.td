// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
include "predicates.inc"
// Functions about instructions, once for a `MachineInstr` and once for an `MCInst`. A statement of a
// case may be a `switch` again.

def ADD : Inst<(outs GPR:$rd), (ins GPR:$rs, i32imm:$imm)>;
def SUB : Inst<(outs GPR:$rd), (ins GPR:$rs, i32imm:$imm)>;
def MOV : Inst<(outs GPR:$rd), (ins GPR:$rs)>;

def IsZero : TIIPredicate<"isZero", MCOpcodeSwitchStatement<[
  MCOpcodeSwitchCase<[ADD, SUB], MCReturnStatement<CheckImmOperand<2, 0>>>,
  MCOpcodeSwitchCase<[MOV], MCOpcodeSwitchStatement<
    [MCOpcodeSwitchCase<[MOV], MCReturnStatement<TruePred>>], MCReturnStatement<FalsePred>>>
], MCReturnStatement<FalsePred>>>;
def IsCopy : TIIPredicate<"isCopy", MCReturnStatement<
  CheckAll<[IsZero, CheckNot<CheckImmOperand<2, 1>>]>>>;

// A range is a conjunction in releases before 24.
class CheckImmOperandRange<int index, int first, int last>
    : CheckAll<[CheckImmOperand<index, first>, CheckImmOperand<index, last>]>;
def IsInRange : TIIPredicate<"isInRange", MCReturnStatement<CheckImmOperandRange<2, 0, 31>>>;
