// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-type-interface-docs
include "mlir.inc"

class Methods<string value> {
  list<InterfaceMethod> all = [
    InterfaceMethod<"The size.", "int", "size", (ins "int":$unit)>,
    InterfaceMethod<"The size of all.", "int", "size">,
    InterfaceMethod<"Prints it.", "void", "print", (ins "Printer &":$printer), "show($_" # value # ");">,
    InterfaceMethod<"The name.", "Name", "name", (ins), "", "return nameOf($_" # value # ");">,
    StaticInterfaceMethod<"How many there are.", "int", "count", (ins), "", "return 0;">
  ];
}
def Sized : OpInterface<"Sized"> {
  let description = [{
    Has a size.
  }];
  let methods = Methods<"op">.all;
  let verify = "return checkSize($_op);";
  let extraSharedClassDeclaration = "int twice() { return 2 * $_op.size(); }";
}
def Named : OpInterface<"Named", [Sized]> {
  let methods = [InterfaceMethod<"", "Name", "longName">];
  let extraClassOf = "return $_op.hasName();";
}
def Use : DeclareOpInterfaceMethods<Sized>;
def SizedAttr : AttrInterface<"SizedAttr"> { let methods = Methods<"attr">.all; }
def SizedType : TypeInterface<"SizedType"> {
  let cppNamespace = "";
  let methods = Methods<"type">.all;
  let extraTraitClassDeclaration = "int half() { return $_type.size() / 2; }";
}
def SizedDialect : DialectInterface<"SizedDialect"> {
  let methods = [
    InterfaceMethod<"", "int", "size", (ins "int":$unit), "return unit;">,
    PureVirtualInterfaceMethod<"", "int", "limit">,
    InterfaceMethodDeclaration<"", "int", "other">
  ];
}
