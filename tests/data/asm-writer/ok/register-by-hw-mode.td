// ARGS: --gen-asm-writer --release 23
// An alias with a register that depends on the hardware mode has a predicate for it.
include "classes.td"
include "toy.inc"

class HwMode;
def DefaultMode : HwMode;
def Wide : HwMode;
class HwModeSelect<list<HwMode> Ms> { list<HwMode> Modes = Ms; }
class RegisterByHwMode<RegisterClass C, list<HwMode> Ms, list<Register> Rs>
    : HwModeSelect<Ms>, RegisterOperand<C> {
  list<Register> Objects = Rs;
}
def Zero : RegisterByHwMode<GPR, [DefaultMode, Wide], [R0, R1]>;
def Writer : AsmWriter { int PassSubtarget = 1; }
def Toy : Target { let AssemblyWriters = [Writer]; }
def NOP : I<(outs), (ins), "nop">;
def HALT : I<(outs), (ins), "halt">;
def MV : I<(outs GPR:$d), (ins GPR:$s), "mv $d, $s">;
def : InstAlias<"clr $d", (MV GPR:$d, Zero)>;
