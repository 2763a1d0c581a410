// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// A machine model that is complete says something of each instruction that is scheduled.
def ADD : Inst<(outs GPR:$d), (ins GPR:$a)>, Sched<[]>;
def MUL : Inst<(outs GPR:$d), (ins GPR:$a)>;
def MOV : Inst<(outs GPR:$d), (ins GPR:$a)> { let hasNoSchedulingInfo = true; }
def Complete : SchedMachineModel { let CompleteModel = true; }
def : ProcessorModel<"toy", Complete, []>;
