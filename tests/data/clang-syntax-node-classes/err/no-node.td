// TOOL: clang-tblgen
// ARGS: -gen-clang-syntax-node-classes
include "../clang-syntax-node-list/classes.td"

// The reference crashes here.
def Other : External<?>;
