// ARGS: --diagnostic-format=rich
class Reg<string name, int number> {
  string Name = name;
  int Number = number;
}

def R0 : Reg<"r0", "zero">;
