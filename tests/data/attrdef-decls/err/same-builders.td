// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-decls
include "mlir-op.inc"

// The names of parameters do not tell functions apart.
def Toy_PairAttr : AttrDef<Toy, "Pair"> {
  let parameters = (ins "int":$first, "int":$second);
  let builders = [
    AttrOrTypeBuilder<(ins "int":$a, "int":$b)>
  ];
}
