// TOOL: clang-tblgen
// ARGS: -gen-clang-syntax-node-classes
include "../clang-syntax-node-list/classes.td"

// The reference overflows its stack here.
class Ring : External<?> { let base = !cast<NodeType>(NAME); }
def Node : Ring;
