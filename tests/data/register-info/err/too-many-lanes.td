// ARGS: --gen-register-info
// Lanes are the bits of a mask.
include "classes.td"

def Toy : Target;
foreach i = 0...64 in {
  def s#i : SubRegIndex<8, !mul(i, 8)>;
  def X#i : Register<"x"#i>;
}
def C : RegisterClass<[i8], 8, (sequence "X%u", 0, 64)>;
