// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-decls
// An `APInt` needs a comparator only where the storage class, which compares it, is generated.
include "mlir.inc"

def Toy : Dialect { let name = "toy"; }
def Wide : AttrDef<Toy, "Wide"> {
  let parameters = (ins "::llvm::APInt":$value);
  let genStorageClass = 0;
}
