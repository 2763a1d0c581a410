// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
let SchedModel = ToyModel in {
def RCU1 : RetireControlUnit<1, 1>;
def RCU2 : RetireControlUnit<2, 2>;
def LQ1 : LoadQueue<Alu>;
def LQ2 : LoadQueue<Alu>;
def SQ1 : StoreQueue<Alu>;
def SQ2 : StoreQueue<Alu>;
}
