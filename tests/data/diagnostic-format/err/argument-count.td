// ARGS: --diagnostic-format=rich
class Reg<string name, int number> {
  string Name = name;
  int Number = number;
}

def R0 : Reg<"r0">;
def R1 : Reg<"r1", 1, 16>;
