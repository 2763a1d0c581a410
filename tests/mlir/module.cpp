// Builds a module of the three dialects, prints it, reads what it printed, and prints that.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

/// A function with the sum of the numbers below its argument.
static void addSum(OpBuilder &builder, ModuleOp module) {
  Location loc = builder.getUnknownLoc();
  builder.setInsertionPointToEnd(module.getBody());
  Type index = builder.getIndexType();
  auto function = func::FuncOp::create(builder, loc, "sum", builder.getFunctionType({index}, {index}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  Value zero = arith::ConstantOp::create(builder, loc, builder.getIndexAttr(0));
  Value one = arith::ConstantOp::create(builder, loc, builder.getIndexAttr(1));
  auto loop = scf::ForOp::create(builder, loc, zero, function.getArgument(0), one, ValueRange{zero});
  builder.setInsertionPointToStart(loop.getBody());
  Value sum = arith::AddIOp::create(builder, loc, loop.getRegionIterArgs()[0], loop.getInductionVar(),
                                    arith::IntegerOverflowFlags::nuw);
  scf::YieldOp::create(builder, loc, sum);
  builder.setInsertionPointToEnd(&function.getBody().front());
  Value small = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, loop.getResult(0), one);
  Value result = arith::SelectOp::create(builder, loc, small, zero, loop.getResult(0));
  func::ReturnOp::create(builder, loc, result);
}

static std::string printed(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out);
  return text;
}

int main() {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<arith::ArithDialect, func::FuncDialect, scf::SCFDialect>();
  OpBuilder builder(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  addSum(builder, *module);
  if (failed(verify(*module)))
    return 1;
  std::string first = printed(*module);
  llvm::outs() << first;
  OwningOpRef<ModuleOp> again = parseSourceString<ModuleOp>(first, ParserConfig(&context));
  if (!again || printed(*again) != first)
    return 2;
  // A comparison of numbers with different types is refused by the conditions of the description.
  return parseSourceString<ModuleOp>("func.func @f(%a: f32) { %b = arith.addi %a, %a : f32 return }",
                                     ParserConfig(&context))
             ? 3
             : 0;
}
