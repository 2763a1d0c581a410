//===- ToySemantics.td - Toy for translators of machine code --------------===//
//
//   tablewright llvm-tblgen --gen-semantics -I examples/semantics \
//     -I examples/toy-target -I examples/toy-target/prelude \
//     examples/semantics/ToySemantics.td
//
//===----------------------------------------------------------------------===//

include "Toy.td"
include "Semantics.td"

// Calls are made in C++ when instructions are selected, so the instruction has no pattern.
// Here the node has an operand, where the call goes. That R7 changes is in the field Defs.
def ToyCall : SDNode<"ToyISD::CALL", SDTypeProfile<0, 1, [SDTCisVT<0, OtherVT>]>,
                     [SDNPHasChain, SDNPOutGlue]>;
def : Semantics<CALL, [(ToyCall bb:$target)]>;

// Selection has a node for the end of a function. To a translator a return is a jump.
def : Semantics<RET, [(brind R7)]>;

