// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-defs
include "mlir.inc"

def Toy : Dialect { let name = "toy"; }
def T : TypeDef<Toy, "T"> {
  let mnemonic = "t";
  let parameters = (ins OptionalParameter<"int">:$a);
  let assemblyFormat = "(`<` $a `>`)?";
}
