// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def : WriteRes<WriteALU, []>;
def : WriteRes<WriteLoad, []>;
def : ReadAdvance<ReadALU, 0>;
}
def Other : SchedMachineModel { let CompleteModel = false; }
def : ProcessorModel<"other", Other, []>;

def SameRegs : CheckSameRegOperand<1, 2>;
def IsZero : STIPredicateDecl<"isZero"> { let UpdatesOpcodeMask = true; }
def IsCheap : STIPredicateDecl<"isCheap", TruePred, false, true, true, [IsZero]>;
def IsOdd : STIPredicateDecl<"isOdd"> { let ExpandForMC = false; }

let SchedModel = ToyModel in {
def ToyZero : STIPredicate<IsZero, [
  InstructionEquivalenceClass<[ADD, LOAD], SameRegs>,
  InstructionEquivalenceClass<[ADDI], TruePred, [1, 2]>
]>;
def ToyOdd : STIPredicate<IsOdd, [InstructionEquivalenceClass<[LOADX], TruePred>]>;
}
let SchedModel = Other in {
def OtherZero : STIPredicate<IsZero, [
  InstructionEquivalenceClass<[LOAD, LOADX], SameRegs>,
  InstructionEquivalenceClass<[ADDI], SameRegs, [0]>
]>;
def OtherCheap : STIPredicate<IsCheap, [InstructionEquivalenceClass<[ADD], FalsePred>]>;
}
