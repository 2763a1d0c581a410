// The instructions of a small interpreter.

class Opcode<bits<8> number, list<string> operands = []> {
  bits<8> Number = number;
  string Text = !tolower(NAME);
  list<string> Operands = operands;
}

def Push : Opcode<0x10, ["value"]>;
def Pop : Opcode<0x11>;
def Add : Opcode<0x20>;
def JumpIf : Opcode<0x40, ["condition", "target"]> {
  let Text = "jump.if";
}
