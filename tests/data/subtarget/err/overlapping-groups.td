// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
let SchedModel = ToyModel in {
def P0 : ProcResource<1>;
def P1 : ProcResource<1>;
def P2 : ProcResource<1>;
def P01 : ProcResGroup<[P0, P1]>;
def P12 : ProcResGroup<[P1, P2]>;
}
