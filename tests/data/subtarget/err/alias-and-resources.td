// ARGS: --gen-subtarget
include "toy.inc"

def Twice : WriteSequence<[WriteLoad], 2>;
def Other : SchedMachineModel { let CompleteModel = false; }
def : ProcessorModel<"other", Other, []>;
let SchedModel = Other in
def : SchedAlias<WriteALU, Twice>;
let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<Twice, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
