// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// Instructions with equal operands, or with equal implicit operands, share their tables. Uses and
// definitions are one list, in which only the descriptor tells them apart.

def WriteALU : SchedWrite;
def ReadALU : SchedRead;

def ADD : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt)>, Sched<[WriteALU, ReadALU, ReadALU]> {
  let isCommutable = true;
}
def SUB : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt)>, Sched<[WriteALU, ReadALU, ReadALU]>;
// A register that is changed in place, and what only the target knows.
def INC : Inst<(outs GPR:$rd), (ins GPR:$rs)> {
  let Constraints = "$rd = $rs";
  let TSFlags{63-62} = 3;
  let TSFlags{1} = true;
}
def CMP : Inst<(outs), (ins GPR:$rs, i32imm:$imm)> {
  let Defs = [FLAGS];
  let isCompare = true;
  let hasExtraSrcRegAllocReq = true;
}
def BR : Inst<(outs), (ins i32imm:$target)> {
  let Uses = [FLAGS];
  let isBranch = true;
  let isTerminator = true;
}
def CALL : Inst<(outs), (ins i32imm:$target, variable_ops)> {
  let Uses = [FLAGS];
  let Defs = [R0, FLAGS];
  let mayLoad = true;
  let mayStore = true;
  let hasSideEffects = true;
}
