// The dialect `scf` of MLIR, with what our program generates for it in the place of MLIR's own files.

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

// The format of `scf.index_switch` has a custom directive for its cases.
static mlir::ParseResult parseSwitchCases(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &cases,
                                          llvm::SmallVectorImpl<std::unique_ptr<mlir::Region>> &regions) {
  llvm::SmallVector<int64_t> values;
  while (mlir::succeeded(parser.parseOptionalKeyword("case"))) {
    regions.push_back(std::make_unique<mlir::Region>());
    if (parser.parseInteger(values.emplace_back()) || parser.parseRegion(*regions.back()))
      return mlir::failure();
  }
  cases = mlir::DenseI64ArrayAttr::get(parser.getContext(), values);
  return mlir::success();
}

static void printSwitchCases(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseI64ArrayAttr cases,
                             mlir::RegionRange regions) {
  for (auto [value, region] : llvm::zip(cases.asArrayRef(), regions)) {
    printer.printNewline();
    printer << "case " << value << ' ';
    printer.printRegion(*region);
  }
}

#include "mlir/Dialect/SCF/IR/SCFOpsDialect.cpp.inc"
#define GET_OP_CLASSES
#include "mlir/Dialect/SCF/IR/SCFOps.cpp.inc"

void mlir::scf::SCFDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "mlir/Dialect/SCF/IR/SCFOps.cpp.inc"
      >();
}
