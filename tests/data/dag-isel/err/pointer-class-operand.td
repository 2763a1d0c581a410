// ARGS: --gen-dag-isel --release 23 -I ../../../crates/tablewright-test-support/td
// An operand of a class of pointers has no type since LLVM 22.
include "classes.td"
class PointerLikeRegClass<int kind> { int RegClassKind = kind; }
def ptr_rc : PointerLikeRegClass<0>;
def X : I<(outs GPR:$d), (ins ptr_rc:$a), []>;
def P : Pat<(i32 (ld i32:$a)), (X $a)>;
