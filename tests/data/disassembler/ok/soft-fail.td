// ARGS: --gen-disassembler
include "classes.td"
// Bits that should have a value, but may have another, do not tell instructions apart. They are
// compared when the instruction is known.
def Toy : Target;
class Inst16<bits<4> op> : Instruction {
  field bits<16> Inst = 0;
  field bits<16> SoftFail = 0;
  let Inst{15-12} = op;
}
def ZEROS : Inst16<1> { let SoftFail{11-8} = 0b1111; }
def ONES : Inst16<2> { let Inst{3-0} = 0b1111; let SoftFail{3-0} = 0b0101; }
def BOTH : Inst16<3> { let Inst{9} = 1; let SoftFail{9-7} = 0b111; }
def NONE : Inst16<4>;
