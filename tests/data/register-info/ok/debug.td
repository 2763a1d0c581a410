// ARGS: --gen-register-info --register-info-debug -o /dev/null
// What is shown on request goes to standard error.
include "classes.td"

def Toy : Target;
def Wide : HwMode<"+wide", []>;
def lo : SubRegIndex<8>;
def hi : SubRegIndex<8, 8> {
  let SubRegRanges = SubRegRangeByHwMode<[Wide], [SubRegRange<24, 8>]>;
}
def L : Register<"l">;
def H : Register<"h">;
let SubRegIndices = [lo, hi], CoveredBySubRegs = true, CostPerUse = [1, 2] in
def R : RegisterWithSubRegs<"r", [L, H]>;
def Whole : RegisterClass<[i16], 16, (add R)> {
  let BaseClassOrder = 3;
}
def Half : RegisterClass<[i8], 8, (add L, H)>;
def High : RegisterClass<[i8], 8, (add H)>;
