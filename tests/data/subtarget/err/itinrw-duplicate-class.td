// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
def IIC : InstrItinClass;
def NOP : ToyInst { let Itinerary = IIC; }
let SchedModel = ToyModel in {
def : ItinRW<[WriteALU], [IIC]>;
def : ItinRW<[WriteLoad], [IIC]>;
}
// LABEL: 13: this one names it too
