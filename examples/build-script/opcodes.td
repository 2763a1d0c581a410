// The instructions of a small stack machine.

class Opcode<int byte, int pops, int pushes> {
  int Byte = byte;
  int Pops = pops;
  int Pushes = pushes;
}

def Push : Opcode<0x01, 0, 1>;
def Pop : Opcode<0x02, 1, 0>;
def Add : Opcode<0x10, 2, 1>;
def Multiply : Opcode<0x11, 2, 1>;
def Return : Opcode<0xff, 1, 0>;
