// ARGS: --gen-register-bank
// Banks and all classes that follow for them: those that lie in the ones named, and those of
// their sub-registers.
include "../register-info/classes.td"

def Toy : Target;
def Wide : HwMode<"+wide", []>;
def lo : SubRegIndex<8>;
def hi : SubRegIndex<8, 8>;
foreach i = 0...3 in {
  def L#i : Register<"l"#i>;
  def H#i : Register<"h"#i>;
  let SubRegIndices = [lo, hi], CoveredBySubRegs = true in
  def R#i : RegisterWithSubRegs<"r"#i, [!cast<Register>("L"#i), !cast<Register>("H"#i)]>;
  def F#i : Register<"f"#i>;
}
def GPR : RegisterClass<[i16], 16, (add (sequence "R%u", 0, 3))>;
def Some : RegisterClass<[i16], 16, (add R1, R2)>;
def Low : RegisterClass<[i8], 8, (sequence "L%u", 0, 3)>;
def High : RegisterClass<[i8], 8, (sequence "H%u", 0, 3)>;
def FPR : RegisterClass<[i32], 32, (sequence "F%u", 0, 3)> {
  let RegInfos = RegInfoByHwMode<[DefaultMode, Wide], [RegInfo<32, 32, 32>, RegInfo<64, 64, 64>]>;
}
def IntegerBank : RegisterBank<"Int", [GPR]>;
def FloatBank : RegisterBank<"FP", [FPR]>;
