// A name may start with digits (ProgRef, "Identifiers").
class 2Operands;
def 3address : 2Operands {
  int 3d = 3;
  int 0b = 4;
  int copy = 3d;
}
