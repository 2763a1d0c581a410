// ARGS: --gen-disassembler
include "classes.td"
// Where a method knows only some words of an instruction, another one is tried when it fails.
def Toy : Target;
def some : Operand { let DecoderMethod = "decodeSome"; let hasCompleteDecoder = false; }
class Inst8<dag inputs> : Instruction {
  let Size = 1;
  let InOperandList = inputs;
}
def A : Inst8<(ins some:$x)> {
  bits<4> x;
  field bits<8> Inst;
  let Inst{7-4} = 1;
  let Inst{3-0} = x;
}
def B : Inst8<(ins)> {
  field bits<8> Inst;
  let Inst{7-6} = 0;
}
def C : Inst8<(ins)> {
  field bits<8> Inst;
  let Inst{7-4} = 2;
  let DecoderMethod = "decodeC";
  let hasCompleteDecoder = false;
}
