// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
def Other : SchedMachineModel { let CompleteModel = false; }
def : ProcessorModel<"other", Other, []>;
let SchedModel = Other in {
def OtherUnit : ProcResource<1>;
def OtherGroup : ProcResGroup<[OtherUnit]>;
}
def WriteX : SchedWrite;
def NOP : ToyInst<[WriteX]>;
let SchedModel = ToyModel in
def : WriteRes<WriteX, [OtherGroup]>;
