// ARGS: --gen-subtarget
include "toy.inc"

def WriteMul : SchedWrite;
def MUL : ToyInst<[WriteMul, ReadALU, ReadALU]>;
def DIV : ToyInst<[WriteMul, ReadALU, ReadALU]>;
def SQRT : ToyInst<[WriteMul, ReadALU]>;
def MULADD : ToyInst<[WriteMul, WriteALU, ReadALU]>;
def NOP : ToyInst;
def IIC_jump : InstrItinClass;
def JUMP : ToyInst { let Itinerary = IIC_jump; }

let SchedModel = ToyModel in {
let BufferSize = 8 in {
def P0 : ProcResource<1>;
def P1 : ProcResource<2>;
}
def P01 : ProcResGroup<[P0, P1]> { let BufferSize = 16; }
def Div : ProcResource<1> { let Super = P0; }

def : WriteRes<WriteALU, [P01]>;
def : WriteRes<WriteLoad, [P1]> { let Latency = 4; let NumMicroOps = 2; }
def : WriteRes<WriteMul, [P0]> {
  let Latency = 3;
  let ReleaseAtCycles = [2];
  let AcquireAtCycles = [1];
  let SingleIssue = true;
}
def : ReadAdvance<ReadALU, 1, [WriteMul, WriteALU]>;

def WriteDiv : SchedWriteRes<[Div, P1]> {
  let Latency = 20;
  let ReleaseAtCycles = [18, 1];
  let BeginGroup = true;
  let RetireOOO = true;
}
def : InstRW<[WriteDiv], (instrs DIV)>;
def WriteTwoDivs : WriteSequence<[WriteDiv], 2>;
def : InstRW<[WriteTwoDivs, ReadDefault], (instregex "^SQRT$")>;
def : ItinRW<[WriteALU, ReadALU], [IIC_jump]>;
}

// Another processor, which has no multiplier, and reads late.
def Small : SchedMachineModel {
  let MicroOpBufferSize = 0;
  let CompleteModel = false;
  let EnableIntervals = true;
}
def : ProcessorModel<"small", Small, []>;
let SchedModel = Small in {
def Only : ProcResource<1>;
def SmallALU : SchedWriteRes<[Only]> { let Latency = 0; let NumMicroOps = 0; }
def SmallRead : SchedReadAdvance<-1>;
def : SchedAlias<WriteALU, SmallALU>;
def : SchedAlias<ReadALU, SmallRead>;
def : WriteRes<WriteLoad, [Only]> { let Latency = 2; }
def : WriteRes<WriteMul, []> { let Unsupported = true; }
}
