// ARGS: --release 24 --gen-intrinsic-impl
include "intrinsics.inc"

class RangeSet<int no, list<list<int>> ranges> : OfArg<no> { list<list<int>> Ranges = ranges; }
def int_toy : Intrinsic<[], [llvm_i32_ty], [ImmArg<1>, RangeSet<1, [[1, 3]]>,
                                            RangeSet<1, [[5, 6]]>]>;
