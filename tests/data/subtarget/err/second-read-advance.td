// ARGS: --release 22 --gen-subtarget
// Since release 22 a read has one `ReadAdvance` on a processor model.
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def First : WriteRes<WriteALU, [Alu]>;

def : WriteRes<WriteLoad, [Alu]>;
def Early : ReadAdvance<ReadALU, 0>;
def Late : ReadAdvance<ReadALU, 1>;
}
