// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-dialect-interface-decls
// Before 23 the constructor comes first, and C++ of the description is ignored.
include "mlir.inc"

def SizedDialect : DialectInterface<"SizedDialect"> {
  let methods = [
    InterfaceMethod<"", "int", "size", (ins "int":$unit), "return unit;">,
    InterfaceMethod<"", "void", "reset">
  ];
  let extraClassDeclaration = "int ignored();";
}
