// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-decls
// Refused: a class Op without the fields of MLIR.

class Op<string m> { string name = m; }
def AOp : Op<"a">;
