// ARGS: --release 22 --gen-disassembler
include "classes.td"
// Tables of LLVM 22: bits are switched on, an encoding that needs more bits is tried before others, and its
// condition is checked after the bits that tell it apart. An operand whose field has no bits is left to its
// method, and one whose bits are all known is a number.
def Toy : Target;
def FA : SubtargetFeature;
def HasA : For<(all_of FA)>;
def ForCode : Predicate<"isForCode()">;
def zero : Operand { let DecoderMethod = "decodeZero"; }
class Inst8<dag inputs> : Instruction {
  let Size = 1;
  let InOperandList = inputs;
}
def A : Inst8<(ins imm:$x)> {
  bits<4> x;
  field bits<8> Inst;
  let Inst{7-4} = 1;
  let Inst{3-0} = x;
}
def B : Inst8<(ins zero:$x, imm:$y)> {
  bits<0> x;
  bits<3> y = 0b101;
  field bits<8> Inst = 0b00010010;
  let Predicates = [HasA, ForCode];
}
def C : Inst8<(ins imm:$x)> {
  bits<4> x;
  field bits<8> Inst;
  let Inst{7-4} = 2;
  let Inst{3-2} = x{1-0};
  let Inst{1-0} = x{3-2};
}
