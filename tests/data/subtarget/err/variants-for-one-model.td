// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
def V : SchedWriteVariant<[SchedVar<NoSchedPred, [WriteALU]>]>;
def W : SchedWriteVariant<[SchedVar<NoSchedPred, [WriteLoad]>]>;
def WriteV : SchedWrite;
def NOP : ToyInst<[WriteV]>;
def : SchedAlias<WriteV, V>;
def : SchedAlias<WriteV, W>;
