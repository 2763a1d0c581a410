// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-openmp-clause-ops
include "mlir-openmp.inc"

def OpenMP_ListClause : OpenMP_Clause {
  let arguments = (ins
    Variadic<Any>:$all_values, Optional<Any>:$one_value, OptionalAttr<Text>:$label,
    TypedArrayAttrBase<"names">:$names,
    ElementsAttrBase<"::mlir::DenseIntElementsAttr", "::mlir::DenseIntElementsAttr">:$numbers,
    ElementsAttrBase<"::mlir::DenseBoolArrayAttr", "::llvm::ArrayRef<bool>">:$flags,
    ElementsAttrBase<"::mlir::ElementsAttr", "::mlir::ElementsAttr">:$elements);
}
def OpenMP_PlayOp : OpenMP_Op<"play", [OpenMP_ListClause, OpenMP_SizeClauseSkip<1>]>;
def OpenMP_RestOp : OpenMP_Op<"rest", []>;
