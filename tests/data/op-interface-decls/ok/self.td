// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-interface-decls
// `$_self` has a meaning only in bodies of functions that are not static. `$_op` has one in all of the C++ but for
// members of the class.
include "mlir.inc"

def Sized : OpInterface<"Sized"> {
  let methods = [
    InterfaceMethod<"", "int", "body", (ins), "return f($_self, $_op);">,
    InterfaceMethod<"", "int", "byDefault", (ins), "", "return g($_self, $_op);">,
    StaticInterfaceMethod<"", "int", "fixed", (ins), "return h($_self, $_op);">,
    StaticInterfaceMethod<"", "int", "fixedByDefault", (ins), "", "return i($_self, $_op);">
  ];
  let verify = "return j($_self, $_op);";
  let extraClassDeclaration = "int k() { return k($_self, $_op); }";
  let extraSharedClassDeclaration = "int l() { return l($_self, $_op); }";
  let extraTraitClassDeclaration = "int m() { return m($_self, $_op); }";
  let extraClassOf = "return n($_self, $_op);";
}
