// ARGS: --gen-subtarget
include "toy.inc"

def GPR : ToyRegisterClass;
def FPR : ToyRegisterClass;
let SchedModel = ToyModel in {
def Loads : ProcResource<1> { let BufferSize = 12; }
def Stores : ProcResource<1> { let BufferSize = 6; }
def : WriteRes<WriteALU, []>;
def : WriteRes<WriteLoad, [Loads]>;
def : ReadAdvance<ReadALU, 0>;
def Integers : RegisterFile<32, [GPR], [1], [true], 2, true>;
def Floats : RegisterFile<64, [FPR, GPR], [2]>;
def : RetireControlUnit<40, 3>;
def : LoadQueue<Loads>;
def : StoreQueue<Stores>;
}

def Plain : SchedMachineModel { let CompleteModel = false; }
def : ProcessorModel<"plain", Plain, []>;
let SchedModel = Plain in
def All : RegisterFile<16>;
