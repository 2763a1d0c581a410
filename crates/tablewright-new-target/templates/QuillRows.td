//===- QuillRows.td - Your methods and instructions, for tools without C++ ===//
//
// QuillRun.td includes this file, and `tablewright new-target --update` keeps it. The classes are in tablewright/. For
// example:
//
//   def : AsmNumber<"decodeOdd", true, 4>;  // a DecoderMethod of yours: a number with a sign, in units of 4
//   def : AsmText<"printPair", "$0:$1">;    // a PrintMethod of yours, which prints two operands
//   def : Semantics<CLZ, [(set GPR:$rd, (ctlz GPR:$rs))]>;  // an instruction without a pattern
//
// These commands list the methods and the instructions that need a row:
//
//   tablewright disassemble -I . -I tablewright -I /usr/lib/llvm-19/include QuillRun.td --unknown-operands
//   tablewright run -I . -I tablewright -I /usr/lib/llvm-19/include QuillRun.td --coverage
//
//===----------------------------------------------------------------------===//
