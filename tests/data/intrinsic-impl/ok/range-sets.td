// ARGS: --release 24 --gen-intrinsic-impl
// A row of ranges is part of another row that ends alike. Adjacent ranges become one.
include "intrinsics.inc"

class RangeSet<int no, list<list<int>> ranges> : OfArg<no> { list<list<int>> Ranges = ranges; }
def int_both : Intrinsic<[], [llvm_i32_ty, llvm_i32_ty, llvm_i32_ty],
                         [ImmArg<1>, ImmArg<3>, RangeSet<3, [[2, 2], [4, 4]]>, RangeSet<1, [[1, 2], [3, 3]]>]>;
def int_none : Intrinsic<[], [llvm_i32_ty], [ImmArg<1>]>;
def int_part : Intrinsic<[], [llvm_i32_ty], [RangeSet<1, [[4, 4]]>, ImmArg<1>]>;
def int_three : Intrinsic<[], [llvm_i32_ty], [ImmArg<1>, RangeSet<1, [[-5, -5], [2, 2], [4, 9]]>]>;
