// ARGS: --release 22 --gen-intrinsic-impl
// From release 22 on attributes are numbers in tables, names are in string tables, and arguments have printers.
include "intrinsics.inc"

class Range<int no, int lower, int upper> : OfArg<no> {
  int Lower = lower;
  int Upper = upper;
}
class ArgProperty;
class ArgName<string name> : ArgProperty { string Name = name; }
class ImmArgPrinter<string name> : ArgProperty { string FuncName = name; }
class ArgInfo<int no, list<ArgProperty> properties> : OfArg<no> {
  list<ArgProperty> Properties = properties;
}
class IntrinsicMemoryLocation;
def TargetMem0 : IntrinsicMemoryLocation;
class IntrRead<list<IntrinsicMemoryLocation> read> : IntrinsicProperty {
  list<IntrinsicMemoryLocation> MemLoc = read;
}

def int_plain : Intrinsic<[llvm_any_ty], [llvm_i32_ty], [IntrNoCallback]>;
// Both may do the same, so that they share the set of attributes.
def int_effect : Intrinsic<[], [], [IntrNoMem, IntrHasSideEffects]>;
def int_effects : Intrinsic<[], [], [IntrHasSideEffects]>;
let TargetPrefix = "toy" in {
  def int_toy_load
      : Intrinsic<[llvm_v128i32_ty], [llvm_ptr_ty, llvm_i32_ty],
                  [IntrRead<[TargetMem0]>, NoCapture<1>, ImmArg<2>, Range<2, -1, 4>,
                   ArgInfo<2, [ArgName<"kind">, ImmArgPrinter<"printKind">]>]>,
        ClangBuiltin<"__builtin_toy_load">;
  def int_toy_prefetch : Intrinsic<[], [llvm_ptr_ty, llvm_i32_ty], [ImmArg<2>, Range<2, -1, 4>]>,
                         ClangBuiltin<"__builtin_toy_prefetch">;
}
def int_trap : Intrinsic<[], [], [Throws]>, ClangBuiltin<"__builtin_trap">;
