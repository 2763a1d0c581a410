// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-decls
// Refused: a format and functions of its own.
include "mlir.inc"

def Toy : Dialect { let name = "toy"; }

def Toy_Bad : AttrDef<Toy, "Bad"> {
  let mnemonic = "bad";
  let parameters = (ins "int":$a);
  let assemblyFormat = "$a";
  let hasCustomAssemblyFormat = 1;
}
