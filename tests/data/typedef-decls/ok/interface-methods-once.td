// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-decls
// A function that comes through two interfaces is declared once, as is one that an accessor is already.
include "mlir.inc"

class DeclareTypeInterfaceMethods<TypeInterface one, list<string> names = []>
    : DeclareInterfaceMethods<names>, TypeInterface<one.cppInterfaceName> {
  let methods = one.methods;
}
def Sized : TypeInterface<"Sized"> {
  let methods = [InterfaceMethod<"", "int", "size", (ins "int":$unit)>, InterfaceMethod<"", "int", "getWidth">,
                 InterfaceMethod<"", "int", "twice", (ins), "", "return 2;">];
}
def Bounded : TypeInterface<"Bounded"> {
  let methods = [InterfaceMethod<"", "int", "size", (ins "int":$part)>, InterfaceMethod<"", "int", "size", (ins "long":$part)>,
                 InterfaceMethod<"", "int", "twice", (ins), "", "return 4;">];
}
def Toy : Dialect { let name = "toy"; }
def Both : TypeDef<Toy, "Both", [DeclareTypeInterfaceMethods<Sized, ["twice"]>,
                                 DeclareTypeInterfaceMethods<Bounded, ["twice"]>]> {
  let parameters = (ins "int":$width);
}
