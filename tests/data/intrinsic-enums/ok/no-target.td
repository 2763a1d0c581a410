// ARGS: --gen-intrinsic-enums -I../intrinsic-impl
include "intrinsics.inc"

def ArgKind {
  int Any = 0;
  int AnyInteger = 1;
  int MatchType = 7;
}

def int_min : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty]>;
def int_max : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty]>;
def int_a_name_that_leaves_no_room_beside_it_in_its_column : Intrinsic<[]>;
let TargetPrefix = "toy" in
  def int_toy_load : Intrinsic<[llvm_i32_ty], [llvm_ptr_ty]>;
