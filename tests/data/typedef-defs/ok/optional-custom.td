// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-defs
include "mlir.inc"

// A custom directive that begins an optional group says itself whether it is there.
def Toy : Dialect { let name = "toy"; }
def Custom : TypeDef<Toy, "Custom"> {
  let mnemonic = "custom";
  let parameters = (ins OptionalParameter<"int">:$first, OptionalParameter<"int">:$second);
  let assemblyFormat = "$first (` ` custom<Pair>(ref($first), $second)^ `then`) : (`otherwise`)?";
}
