// ARGS: --gen-searchable-tables
// Intrinsics are ordered by target and by the names of their functions.
include "classes.td"
include "intrinsics.td"

def int_zero : Intrinsic;
def int_toy_sum : Intrinsic<"toy">;
def int_toy_absolute : Intrinsic<"toy"> {
  let LLVMName = "llvm.toy.zabs";
}
class Cost<Intrinsic function, bits<4> cycles> {
  Intrinsic Function = function;
  bits<4> Cycles = cycles;
}
def : Cost<int_toy_absolute, 3>;
def : Cost<int_toy_sum, 1>;
def : Cost<int_zero, 2>;
def Costs : GenericTable {
  let FilterClass = "Cost";
  let Fields = ["Function", "Cycles"];
  let PrimaryKey = ["Function"];
  let PrimaryKeyName = "lookupCost";
}
