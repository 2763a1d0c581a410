// TOOL: clang-tblgen
// ARGS: -gen-clang-syntax-node-list
include "classes.td"

// The reference crashes here.
def Other : External<?>;
