// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// The number of operands of a variadic instruction is checked. An intrinsic is called by a generic instruction,
// which depends on its properties.
include "classes.td"

def int_one : Intrinsic<[llvm_i32_ty], [llvm_i32_ty], [IntrNoMem]>;
def int_effect : Intrinsic<[llvm_i32_ty], [llvm_i32_ty], [IntrHasSideEffects]>;
def int_together : Intrinsic<[llvm_i32_ty], [], [IntrConvergent, IntrHasSideEffects]>;

def pair : GICombineRule<(defs root:$a),
  (match (G_BUILD_VECTOR $vector, $x, $y), (G_UNMERGE_VALUES $a, $b, $vector)),
  (apply (COPY $a, $x), (COPY $b, $y))>;
def call : GICombineRule<(defs root:$dst), (match (int_one $dst, $x)), (apply (int_effect $dst, $x))>;
def no_operand : GICombineRule<(defs root:$dst), (match (int_together $dst)),
                               (apply (int_together $tmp), (int_one $dst, (i32 4)))>;

def Combiner : GICombiner<"ToyCombiner", [pair, call]>;
