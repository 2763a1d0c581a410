// ARGS: --release 23 --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// From release 23 on a pattern is not split by mode: steps have the numbers of types, and a function has the types.
include "classes.td"

class ValueTypeByHwMode<list<HwMode> modes, list<ValueType> types>
    : HwModeSelect<modes, !size(types)>, ValueType<0, 0> {
  list<ValueType> Objects = types;
}
def Is64 : Predicate<"Subtarget->is64Bit()">;
def RV64 : HwMode<"+64bit", [Is64]>;
def XLen : ValueTypeByHwMode<[DefaultMode, RV64], [i32, i64]>;
foreach i = 0-1 in def X#i : Register<"x"#i>;
def XReg : RegisterClass<"T", [XLen], 64, (add X0, X1)> { let Size = 64; }

def SUB : I<(outs XReg:$d), (ins XReg:$a, XReg:$b), [(set XReg:$d, (sub XReg:$a, XReg:$b))]>;
let Predicates = [Is64] in
def SUBW : I<(outs XReg:$d), (ins XReg:$a), [(set XReg:$d, (i64 (sub XReg:$a, 1)))]>;
def LD : I<(outs XReg:$d), (ins XReg:$a), [(set XReg:$d, (ld XReg:$a))]>;
