// ARGS: --gen-disassembler
include "classes.td"
// The condition of a predicate is made of features.
def Toy : Target;
def other;
def FA : SubtargetFeature;
def HasOther : For<(other FA)>;
def A : Instruction { field bits<16> Inst = 0; let Predicates = [HasOther]; }
// LABEL: 16: the field 'AssemblerCondDag' is set here
