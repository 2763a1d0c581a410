// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
def Kind : ProcResourceKind;
def WriteX : SchedWrite;
def NOP : ToyInst<[WriteX]>;
let SchedModel = ToyModel in {
def : ProcResourceUnits<Kind, 1>;
def : ProcResourceUnits<Kind, 2>;
def : WriteRes<WriteX, [Kind]>;
}
// LABEL: 10: the kind of resource
// LABEL: 14: these units are of it
// LABEL: 15: and these are
