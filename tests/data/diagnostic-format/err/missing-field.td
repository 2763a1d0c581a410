// ARGS: --diagnostic-format=rich
class Reg {
  int Number = 0;
}
def R0 : Reg;

class Pair<Reg lo> {
  int Encoding = lo.Numbr;
}
