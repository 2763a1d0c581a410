// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-enum-decls
include "mlir.inc"

defvar cases = [EnumCase<"A", 1, "a-b">];
def Bits : EnumInfo<"Bits", "", cases>, BitEnumBase<cases>;
