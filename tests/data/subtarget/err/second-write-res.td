// ARGS: --release 22 --gen-subtarget
// Since release 22 a write has one `WriteRes` on a processor model. The writes of all models come before the reads.
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def First : WriteRes<WriteALU, [Alu]>;
def Second : WriteRes<WriteALU, []>;
def : WriteRes<WriteLoad, [Alu]>;
def Early : ReadAdvance<ReadALU, 0>;
def Late : ReadAdvance<ReadALU, 1>;
}
