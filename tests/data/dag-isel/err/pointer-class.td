// ARGS: --gen-dag-isel --release 23 -I ../../../crates/tablewright-test-support/td
// The class of pointers has no type since LLVM 22.
include "classes.td"
class PointerLikeRegClass<int kind> { int RegClassKind = kind; }
def ptr_rc : PointerLikeRegClass<0>;
def X : I<(outs GPR:$d), (ins GPR:$a), []>;
def P : Pat<(i32 (ld ptr_rc:$a)), (X $a)>;
