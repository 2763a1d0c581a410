// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-decls
include "mlir-op.inc"

// Every call of the second one is one of the first.
def Toy_PairAttr : AttrDef<Toy, "Pair"> {
  let parameters = (ins "int":$first, "int":$second);
  let builders = [
    AttrOrTypeBuilder<(ins "float":$a, CArg<"int", "0">:$b)>, AttrOrTypeBuilder<(ins "float":$a)>
  ];
}
