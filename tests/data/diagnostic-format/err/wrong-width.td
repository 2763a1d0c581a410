// ARGS: --diagnostic-format=rich
class Inst {
  bits<4> opcode;
  bits<8> Encoding;
  let Encoding{7-4} = opcode;
}

def ADD : Inst {
  let opcode = 16;
  let Encoding{3-0} = 0b10110;
}
