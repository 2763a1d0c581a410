// ARGS: --gen-emitter
include "../support/instructions.inc"
// An encoding longer than 64 bits makes all of them arrays of words.
def Toy : Target;

def SHORT : Instruction {
  let InOperandList = (ins imm:$x);
  bits<8> x;
  field bits<16> Inst;
  let Inst{15-8} = 0xa5;
  let Inst{7-0} = x;
}
def LONG : Instruction {
  let InOperandList = (ins imm:$x, imm:$y);
  bits<72> x;
  bits<8> y;
  field bits<96> Inst;
  let Inst{95-88} = 0x81;
  let Inst{87-80} = y;
  let Inst{79-72} = 1;
  let Inst{71-0} = x;
}
