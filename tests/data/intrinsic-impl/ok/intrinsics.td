// ARGS: --gen-intrinsic-impl
include "intrinsics.inc"

// A name of its own, or that of the record with dots.
def int_may_throw : Intrinsic<[], [], [Throws], "llvm.maythrow">;
def int_max : DefaultAttrsIntrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty],
                                    [Commutative, IntrNoMem, IntrSpeculatable]>;
def int_any : Intrinsic<[llvm_any_ty], [llvm_any_ty], [Returned<1>, IntrReadMem]>;

// Of two properties that contradict each other, the first holds.
def int_abort : DefaultAttrsIntrinsic<[], [], [IntrNoReturn, IntrCold]>;
// One that accesses no memory but has side effects may do anything.
def int_effect : DefaultAttrsIntrinsic<[], [], [IntrNoMem, IntrHasSideEffects]>;

let TargetPrefix = "toy" in {
  // A type signature that does not fit in 31 bits.
  def int_toy_load
      : Intrinsic<[llvm_v128i32_ty], [llvm_ptr_ty, llvm_i32_ty],
                  [IntrReadMem, IntrArgMemOnly, NoCapture<1>, NonNull<1>,
                   Align<1, 16>, Dereferenceable<1, 512>, ImmArg<2>]>,
        ClangBuiltin<"__builtin_toy_load">, MSBuiltin<"__toy_load">;
  def int_toy_store
      : Intrinsic<[], [llvm_ptr_ty, llvm_v128i32_ty],
                  [IntrWriteMem, IntrArgMemOnly, NoCapture<1>, WriteOnly<1>]>,
        ClangBuiltin<"__builtin_toy_store">;
  def int_toy_barrier
      : Intrinsic<[], [], [IntrInaccessibleMemOnly, IntrConvergent,
                           IntrNoDuplicate, IntrNoMerge, IntrNoCallback,
                           IntrNoFree, IntrStrictFP]>;
}
def int_trap : Intrinsic<[], [], [IntrInaccessibleMemOrArgMemOnly]>,
               ClangBuiltin<"__builtin_trap">;
