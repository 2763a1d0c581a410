// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-defs
include "mlir.inc"

// Parameters that may be left out need not be written, and groups may stand in groups.

def Toy : Dialect { let name = "toy"; }
class Format<string text> : TypeDef<Toy, NAME> {
  let mnemonic = "t";
  let assemblyFormat = text;
}
// Only the first parameter may be left out.
class Optional2<string text> : Format<text> { let parameters = (ins OptionalParameter<"int">:$v0, "int":$v1); }

def Optional : Optional2<"$v1">;
def ElseAnchor : Optional2<"(`x`) : ($v0^ `y`)? $v1">;
def CustomStruct : Optional2<"struct($v0, custom<F>($v1))">;
