// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-decls
include "mlir-op.inc"

// The second one takes the place of the first, each call of which is one of it.
def Toy_PairAttr : AttrDef<Toy, "Pair"> {
  let parameters = (ins "int":$first, "int":$second);
  let builders = [
    AttrOrTypeBuilder<(ins "float":$a)>, AttrOrTypeBuilder<(ins "float":$a, CArg<"int", "0">:$b)>
  ];
}
