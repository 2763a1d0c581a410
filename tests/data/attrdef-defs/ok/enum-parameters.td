// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-attrdef-defs
// An enum attribute as a parameter loads its dialect, and is written by the cases of the enum in a struct.
include "mlir.inc"

def Toy : Dialect { let name = "toy"; let cppNamespace = "::toy"; }
class BitEnum<string name, list<EnumCase> cases> : EnumInfo<name, "", cases>, BitEnumBase<cases> {
  let separator = ", ";
}
defvar flags = [BitEnumCaseBit<"Left", 1, "left">, BitEnumCaseBit<"Right", 2, "right">];
class HeldEnum<string name, EnumInfo one> : EnumAttr<Toy, name, "`<` $value `>`"> { EnumInfo enum = one; }
class EnumAttrParameter<EnumAttr one> : AttrOrTypeParameter<"::toy::" # one.cppClassName> {
  EnumAttr attr = one;
  Dialect dialect = one.dialect;
}
def KindInfo : EnumInfo<"Kind", "", [EnumCase<"Car", 0, "car">]>;
def SidesInfo : BitEnum<"Sides", flags>;
defvar kind = EnumAttrParameter<HeldEnum<"Kind", KindInfo>>;
defvar sides = EnumAttrParameter<HeldEnum<"Sides", SidesInfo>>;

class Held<string format> : AttrDef<Toy, NAME> {
  let mnemonic = "a";
  let parameters = (ins kind:$kind, sides:$sides);
  let assemblyFormat = format;
}
def Struct : Held<"`<` struct(params) `>`">;
def Plain : Held<"`<` $kind `,` $sides `>`">;
def Qualified : Held<"`<` struct(qualified($kind), $sides) `>`">;
