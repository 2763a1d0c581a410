//===- Toy2Schedule.td - How long the instructions take on toy2 -----------===//

// toy2 starts two instructions per cycle, in their order.
def Toy2Model : SchedMachineModel {
  let IssueWidth = 2;
  let MicroOpBufferSize = 0;
  let LoadLatency = 3;
  let MispredictPenalty = 4;
}

let SchedModel = Toy2Model in {

let BufferSize = 0 in {
def Toy2ALU : ProcResource<2>;
def Toy2Mul : ProcResource<1>;
def Toy2Mem : ProcResource<1>;
}

def : WriteRes<WriteALU, [Toy2ALU]>;
def : WriteRes<WriteJump, [Toy2ALU]>;
def : WriteRes<WriteMul, [Toy2Mul]> {
  let Latency = 4;
  let ReleaseAtCycles = [2];
}
def : WriteRes<WriteLoad, [Toy2Mem]> { let Latency = 3; }
def : WriteRes<WriteStore, [Toy2Mem]>;

// Addresses are needed a cycle before other operands; what the ALU computes is
// forwarded to it a cycle early, unless a load brought it.
def : ReadAdvance<ReadMem, -1>;
def : ReadAdvance<ReadALU, 1, [WriteALU]>;

// Adding zero is how words are moved; toy2 only renames the register then.
def Toy2WriteMove : SchedWriteRes<[]> {
  let Latency = 0;
  let NumMicroOps = 1;
}
def Toy2WriteAddI : SchedWriteVariant<[
  SchedVar<MCSchedPredicate<CheckImmOperand<2, 0>>, [Toy2WriteMove]>,
  SchedVar<NoSchedPred, [WriteALU]>
]>;
def : InstRW<[Toy2WriteAddI, ReadALU], (instrs ADDI)>;

// Copies of registers are there before it is known which instruction makes them.
def : InstRW<[WriteALU, ReadALU], (instrs COPY)>;

// Pairs take the memory for two cycles.
def Toy2WritePair : SchedWriteRes<[Toy2Mem]> {
  let Latency = 4;
  let ReleaseAtCycles = [2];
}
def : InstRW<[Toy2WritePair], (instregex "^(LD|ST)P$")>;

}
