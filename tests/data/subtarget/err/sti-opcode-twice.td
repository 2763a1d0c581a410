// ARGS: --gen-subtarget
include "toy.inc"

let SchedModel = ToyModel in {
def Alu : ProcResource<1>;
def : WriteRes<WriteALU, [Alu]>;
def : WriteRes<WriteLoad, [Alu]>;
def : ReadAdvance<ReadALU, 0>;
}
def IsFast : STIPredicateDecl<"isFast">;
def Class : InstructionEquivalenceClass<[ADD], TruePred>;
def Other : InstructionEquivalenceClass<[ADD], TruePred>;
let SchedModel = ToyModel in
def : STIPredicate<IsFast, [Class, Other]>;
// LABEL: 11: it is in this class too
