// TOOL: mlir-tblgen
// ARGS: --release 22 -I../support --gen-typedef-defs
// Before 23 `params` of a type without parameters printed an empty block.
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
