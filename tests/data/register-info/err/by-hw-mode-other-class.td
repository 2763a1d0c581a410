// ARGS: --gen-register-info --release 23
// Each register has to be in the class.
include "classes.td"

def Wide : HwMode<"", []>;
class RegisterByHwMode<RegisterClass C, list<HwMode> Ms, list<Register> Rs> : HwModeSelect<Ms> {
  RegisterClass RegClass = C;
  list<Register> Objects = Rs;
}
def Toy : Target;
def X : Register<"x">;
def Y : Register<"y">;
def D : RegisterClass<[i8], 8, (add X)>;
def C : RegisterClass<[i8], 8, (add X, Y)>;
def Zero : RegisterByHwMode<D, [Wide, DefaultMode], [Y, X]>;
