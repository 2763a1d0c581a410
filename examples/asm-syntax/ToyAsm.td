//===- ToyAsm.td - Toy with the syntax of its operands --------------------===//
//
//   tablewright assemble examples/asm-syntax/ToyAsm.td -I examples/asm-syntax \
//     -I examples/toy-target -I examples/toy-target/prelude --line 'addi r1, r2, -5'
//
//===----------------------------------------------------------------------===//

include "Toy.td"
include "AsmSyntax.td"

// An address is the base register and below it the distance.
def : AsmParts<"decodeMem", [AsmPart<16, 3, GPR>, AsmPart<0, 16, simm16>]>;
def : AsmText<"printMemOperand", "$1($0)">;

// Branches print a distance.
def : AsmText<"printBranchTarget", "$0">;
