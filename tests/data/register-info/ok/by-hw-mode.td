// ARGS: --gen-register-info --release 23
// The register that a record of class RegisterByHwMode stands for is chosen by a function.
include "classes.td"

def Wide : HwMode<"", []>;
class RegisterByHwMode<RegisterClass C, list<HwMode> Ms, list<Register> Rs> : HwModeSelect<Ms> {
  RegisterClass RegClass = C;
  list<Register> Objects = Rs;
}
def Toy : Target;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;
def Zero : RegisterByHwMode<C, [Wide, DefaultMode], [Y, X]>;
