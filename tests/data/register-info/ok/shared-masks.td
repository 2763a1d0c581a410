// ARGS: --gen-register-info --release 24
// Register classes share equal masks of super-register classes, and bits begin at the smallest register of a class.
include "classes.td"

def Toy : Target { bit RegistersAreIntervals = true; }
def lo : SubRegIndex<8>;
def hi : SubRegIndex<8, 8>;
foreach i = 0...3 in def R#i : Register<"r"#i>;
class Pair<string n, Register a, Register b> : Register<n> { let SubRegs = [a, b]; let SubRegIndices = [lo, hi]; }
def R4 : Pair<"p", R0, R2>;
def R5 : Pair<"q", R1, R3>;
def C : RegisterClass<[i8], 8, (add R0, R1, R2, R3)>;
class IntrinsicProperty<bit is_default = false> { bit IsDefault = is_default; }
class Fusion;
