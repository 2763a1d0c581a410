// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-doc -keep-op-source-order
include "mlir-op.inc"

// Groups stand after operations without one, in the order of the names of definitions.

def Late : OpDocGroup {
  let summary = "Later ones";
  let description = "What they have in common.";
}
def Early : OpDocGroup {
  let summary = "earlier ones";
  let description = "";
}
// Without a summary, there is no heading.
def Silent : OpDocGroup {
  let summary = "";
  let description = "It is not printed.";
}
class Grouped<string name, OpDocGroup group> : Op<Toy, name> { let opDocGroup = group; }
def Toy_ZOp : Grouped<"a", Late>;
def Toy_AOp : Grouped<"z", Late>;
def Toy_BOp : Grouped<"b", Early>;
def Toy_COp : Op<Toy, "f">;
def Toy_DOp : Op<Toy, "a_single_one">;
def Toy_EOp : Grouped<"s", Silent>;
def Toy_FOp : Grouped<"r", Silent>;
