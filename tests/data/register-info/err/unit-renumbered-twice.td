// ARGS: --gen-register-info --release 23
// Two registers begin with the same unit, and only one number comes after that of the unit.
include "classes.td"

def Toy : Target { bit RegistersAreIntervals = true; }
def lo : SubRegIndex<8>;
def hi : SubRegIndex<8, 8>;
foreach i = 0...3 in def R#i : Register<"r"#i>;
class Pair<string n, Register a, Register b> : Register<n> { let SubRegs = [a, b]; let SubRegIndices = [lo, hi]; }
def R4 : Pair<"p", R0, R2>;
def R5 : Pair<"q", R0, R3>;
def C : RegisterClass<[i8], 8, (add R0, R1, R2, R3)>;
