// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
def Unused : SchedWrite;
def ReadX : SchedRead;
def NOP : ToyInst<[ReadX]>;
let SchedModel = ToyModel in
def : ReadAdvance<ReadX, 1, [Unused]>;
