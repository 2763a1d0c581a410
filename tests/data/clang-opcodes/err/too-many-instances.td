// TOOL: clang-tblgen
// ARGS: -gen-clang-opcodes
include "classes.td"

// The reference runs out of memory here.
def Three : TypeClass<[Bool, Int, Ptr]>;
def X : Opcode { let Types = !listsplat(Three, 40); }
