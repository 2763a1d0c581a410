// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
def Pred : MCSchedPredicate<CheckIsImmOperand<0>>;
def Never : SchedWriteVariant<[]>;
def NOP : ToyInst<[Never]>;
