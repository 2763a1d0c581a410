// TOOL: clang-tblgen
// ARGS: -gen-clang-syntax-node-list
include "classes.td"

// The reference overflows its stack here.
class Ring : External<?> { let base = !cast<NodeType>(NAME); }
def Node : Ring;
