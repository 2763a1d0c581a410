// ARGS: --gen-subtarget
include "toy.inc"

def Small : SchedMachineModel { let CompleteModel = false; }
def : ProcessorModel<"small", Small, []>;
let SchedModel = Small in
def Unit : ProcResource<1>;
let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
