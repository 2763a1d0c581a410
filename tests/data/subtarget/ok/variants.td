// ARGS: --gen-subtarget
include "toy.inc"

def : PredicateProlog<[{
  const int Before = 0;
}]>;
def SameRegs : MCSchedPredicate<CheckSameRegOperand<1, 2>>;
def IsImm : MCSchedPredicate<CheckAll<[CheckIsImmOperand<1>, CheckIsImmOperand<2>]>>;
def IsFast : SchedPredicate<[{isFast(*MI)}]>;

def WriteV : SchedWrite;
def WriteW : SchedWrite;
def NOP : ToyInst;
def MOVE : ToyInst<[WriteV, ReadALU]>;
def MOVE2 : ToyInst<[WriteV, WriteW, ReadALU]>;
def PUSH : ToyInst<[WriteW]>;
def ReadV : SchedReadVariant<[
  SchedVar<IsImm, [ReadDefault]>,
  SchedVar<NoSchedPred, [ReadALU]>
]>;
def SHIFT : ToyInst<[WriteALU, ReadV]>;

let SchedModel = ToyModel in {
def P : ProcResource<1>;
def : WriteRes<WriteALU, [P]>;
def : WriteRes<WriteLoad, [P]> { let Latency = 3; }
def : ReadAdvance<ReadALU, 0>;
def WriteZero : SchedWriteRes<[]> { let Latency = 0; }

def ToyV : SchedWriteVariant<[
  SchedVar<SameRegs, [WriteZero]>,
  SchedVar<IsFast, [WriteALU]>,
  SchedVar<NoSchedPred, [WriteALU, WriteALU]>
]>;
def : SchedAlias<WriteV, ToyV>;
def ToyW : SchedWriteVariant<[
  SchedVar<IsFast, [WriteLoad]>,
  SchedVar<NoSchedPred, [WriteLoad, WriteALU]>
]> { let Variadic = true; }
def : SchedAlias<WriteW, ToyW>;
}

def Other : SchedMachineModel { let CompleteModel = false; }
def : ProcessorModel<"other", Other, []>;
let SchedModel = Other in {
def Q : ProcResource<1>;
def : WriteRes<WriteALU, [Q]>;
def : WriteRes<WriteLoad, [Q]>;
def : WriteRes<WriteW, [Q]>;
def : ReadAdvance<ReadALU, 0>;
def OtherV : SchedWriteVariant<[
  SchedVar<IsFast, [WriteLoad]>,
  SchedVar<NoSchedPred, [WriteALU]>
]>;
def OtherSeq : WriteSequence<[OtherV, WriteALU]>;
def : SchedAlias<WriteV, OtherSeq>;
def : InstRW<[OtherV], (instrs NOP)>;
}
