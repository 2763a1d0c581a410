// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-tosa-avail-impls
include "mlir-availability.inc"

class EnumAttribute<EnumInfo info, string name>
    : EnumAttr<Toy, name, "">, Attr<CPred<"true">, name, "::toy::" # name # "Attr", name> {
  EnumInfo enum = info;
  let summary = name;
  let description = "";
}
def SizeAttribute : EnumAttribute<Size, "Size">;
def FeaturesAttribute : EnumAttribute<Features, "Features">;
class Tosa_Op<string mnemonic> : Op<Toy, mnemonic> {
  list<Availability> availability = [MinAge<1>, Batteries<[]>];
  bit autogenAvailability = 1;
}
def Toy_RollOp : Tosa_Op<"roll"> {
  let arguments = (ins Int:$speed, SizeAttribute:$size, OptionalAttr<SizeAttribute>:$other);
}
def Toy_SingOp : Tosa_Op<"sing"> {
  let arguments = (ins FeaturesAttribute:$features);
  let availability = [MinAge<2>, Batteries<["AA", "AAA"]>];
}
