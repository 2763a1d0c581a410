// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-interface-decls
// The constructor of an interface's model is `constexpr`.
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
