// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def First : SchedWriteRes<[Alu]>;
def Second : SchedWriteRes<[Alu]>;
def : SchedAlias<WriteALU, First>;
def : SchedAlias<WriteALU, Second>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
