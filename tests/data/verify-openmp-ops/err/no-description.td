// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --verify-openmp-ops
include "mlir-openmp.inc"

def OpenMP_PlayOp : OpenMP_Op<"play", [OpenMP_SizeClause]> {
  let arguments = (ins Int:$size);
  let description = "Plays.";
  let extraClassDeclaration = "int sizeOf();";
}
