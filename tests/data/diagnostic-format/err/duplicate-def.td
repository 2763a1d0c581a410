// ARGS: --diagnostic-format=rich
class Reg<int number> { int Number = number; }

foreach i = 0...3 in
def R # !div(i, 2) : Reg<i>;
