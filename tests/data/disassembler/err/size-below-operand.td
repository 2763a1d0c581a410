// ARGS: --release 22 --gen-disassembler
include "classes.td"
// No bit of an operand may lie beyond the size of an instruction; zeros and unset bits may.
def Toy : Target;
class Short : Instruction { let Size = 1; field bits<16> Inst = ?; let Inst{7-0} = 3; }
def FITS : Short { let Inst{15-8} = 0; }
def WIDE : Short {
  let OutOperandList = (outs);
  let InOperandList = (ins GPR:$rs);
  bits<2> rs;
  let Inst{9-8} = rs;
}
