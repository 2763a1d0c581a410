// ARGS: --gen-disassembler
include "classes.td"
// Encodings of more than 64 bits; 64 bits at most are tested at once.
def Toy : Target;
class Inst96 : Instruction { let Size = 12; field bits<96> Inst = 0; }
def A : Inst96 { let Inst{65-60} = 0b101010; let DecoderNamespace = "Long"; }
def B : Inst96 {
  bits<70> x;
  let InOperandList = (ins imm:$x);
  let Inst{95-90} = 1;
  let Inst{89-20} = x;
}
def C : Inst96 {
  bits<70> x;
  let InOperandList = (ins imm:$x);
  let Inst{95-90} = 2;
  let Inst{89-20} = x;
}
