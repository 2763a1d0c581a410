// TOOL: clang-tblgen
// ARGS: -gen-clang-syntax-node-classes
include "../clang-syntax-node-list/classes.td"

// What does not derive from Node is left out.
def Node : External<?>;
def Other : External<?>;
def More : Sequence<Other> { let documentation = ""; }
