// ARGS: --diagnostic-format=rich
class Reg;
def R0 : Reg;

class Return<string name> {
  Reg Result = !cast<Reg>("R" # name);
}
def RET : Return<"1">;
