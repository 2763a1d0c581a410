// ARGS: --diagnostic-format=rich
class Inst {
  bits<4> opcode;
  bits<8> Encoding;
}

def ADD : Inst { let opcode = 16; }
def SUB : Inst { let Encoding{3-0} = 0b10110; }
def MUL : Inst {
  let opcode = 2;
  bits<4> low = opcode{4-1};
}
