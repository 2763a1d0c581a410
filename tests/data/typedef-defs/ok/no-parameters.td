// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-defs
// A type without parameters prints nothing for `params`, and has no builders but its base class's.
include "mlir.inc"

def Toy : Dialect { let name = "toy"; }
class Format<string text> : TypeDef<Toy, NAME> {
  let mnemonic = "t";
  let assemblyFormat = text;
}
def Params : Format<"`<` params `>`">;
def Struct : Format<"`<` struct(params) `>`">;
def FirstOfAll : Format<"params `x`">;
def AfterWord : Format<"`x` params `y`">;
def Built : Format<"`x`"> {
  let builders = [AttrOrTypeBuilder<(ins "int":$size), "return $_get($_ctxt);">];
}
