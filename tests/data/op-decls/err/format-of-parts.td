// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
include "mlir-op.inc"

// The format is put together of two strings.
class Maybe<string rest> : Op<Toy, "maybe"> {
  let arguments = (ins OptionalAttr<Text>:$text);
  let assemblyFormat = "$text " # rest;
}
def Toy_MaybeOp : Maybe<"attr-dict">;
