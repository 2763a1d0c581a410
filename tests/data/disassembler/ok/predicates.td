// ARGS: --gen-disassembler
include "classes.td"
// Instructions that only some subtargets have. Equal conditions have one number; predicates that the
// assembler does not know are left out.
def Toy : Target;
def FA : SubtargetFeature;
def FB : SubtargetFeature;
def FC : SubtargetFeature;
def HasA : For<(all_of FA)>;
def HasB : For<(all_of FB)>;
def HasAB : For<(all_of FA, FB)>;
def HasAorB : For<(any_of FA, FB)>;
def NotC : For<(all_of (not FC), (not (any_of FA, (all_of FB, FC))))>;
def ForCode : Predicate<"isForCode()">;
class Inst8<bits<8> op, list<Predicate> predicates> : Instruction {
  let Size = 1;
  let Predicates = predicates;
  field bits<8> Inst = op;
}
def I0 : Inst8<0, [HasA, HasB]>;
def I1 : Inst8<1, [HasAB]>;
def I2 : Inst8<2, [HasAorB]>;
def I3 : Inst8<3, [HasAorB, ForCode]>;
def I4 : Inst8<4, [NotC]>;
def I5 : Inst8<5, [ForCode]>;
def I6 : Inst8<6, []>;
