// ARGS: --release 23 --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// The class that is chosen for a mode holds a type that has no meaning in that mode.
include "classes.td"

class ValueTypeByHwMode<list<HwMode> modes, list<ValueType> types>
    : HwModeSelect<modes, !size(types)>, ValueType<0, 0> {
  list<ValueType> Objects = types;
}
class RegClassByHwMode<list<HwMode> modes, list<RegisterClass> classes>
    : HwModeSelect<modes, !size(classes)> {
  list<RegisterClass> Objects = classes;
}
def Is64 : Predicate<"Subtarget->is64Bit()">;
def RV64 : HwMode<"+64bit", [Is64]>;
foreach i = 0-1 in def X#i : Register<"x"#i>;
def Only64 : ValueTypeByHwMode<[RV64], [i64]>;
def Narrow : RegisterClass<"T", [i32, Only64], 32, (add X0, X1)> { let Size = 32; }
def Wide : RegisterClass<"T", [i64], 64, (add X0, X1)> { let Size = 64; }
def Ptr : RegClassByHwMode<[DefaultMode, RV64], [Narrow, Wide]>;

def ADD : I<(outs Ptr:$d), (ins Ptr:$a, Ptr:$b), [(set Ptr:$d, (add Ptr:$a, Ptr:$b))]>;
