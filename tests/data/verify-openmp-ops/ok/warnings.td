// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --verify-openmp-ops
include "mlir-openmp.inc"

def OpenMP_PlayOp : OpenMP_Op<"play", [OpenMP_SizeClause]> {
  let arguments = (ins Int:$other);
  let assemblyFormat = "$other";
  let description = "Plays. The size.";
}
def OpenMP_SkipOp : OpenMP_Op<"skip", [OpenMP_SizeClauseSkip<1, 1>]> {
  let extraClassDeclaration = "int sizeOf(); int more();";
}
