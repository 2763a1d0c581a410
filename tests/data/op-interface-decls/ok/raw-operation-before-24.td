// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-interface-decls
// Before 24 `$_raw_op` was unknown.
include "mlir.inc"

def Unknown : OpInterface<"Unknown"> {
  let methods = [InterfaceMethod<"", "int", "raw", (ins), "return f($_raw_op);">];
}
