// A small target: the classes of Target.td, registers, operands and nodes that tests select with.
include "registers.td"
include "patterns.td"

foreach i = 0-3 in def R#i : Register<"r"#i>;
foreach i = 0-1 in def F#i : Register<"f"#i>;
foreach i = 0-1 in def V#i : Register<"v"#i>;
def CC : Register<"cc">;
def GPR : RegisterClass<"T", [i32], 32, (add R0, R1, R2, R3)>;
def Byte : RegisterClass<"T", [i8], 8, (add R0, R1)> { let Size = 8; }
def FPR : RegisterClass<"T", [f32], 32, (add F0, F1)>;
def VPR : RegisterClass<"T", [v2i16, v4i8], 32, (add V0, V1)>;
def CCR : RegisterClass<"T", [i32], 32, (add CC)>;
def word : Operand<i32>;
def always : OperandWithDefaultOps<i32, (ops (i32 14))>;
def simm8 : ImmLeaf<i32, "  return isInt<8>(Imm);">;

def Y1 : Instruction;
def Y2 : Instruction;
