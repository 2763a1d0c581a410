// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-decls
// Refused: a format, no mnemonic.
include "mlir.inc"

def Toy : Dialect { let name = "toy"; }

def Toy_Bad : TypeDef<Toy, "Bad"> {
  let parameters = (ins "int":$a);
  let assemblyFormat = "$a";
}
