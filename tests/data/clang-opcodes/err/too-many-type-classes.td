// TOOL: clang-tblgen
// ARGS: -gen-clang-opcodes
include "classes.td"

// The reference runs out of its stack if there are enough of them.
def One : TypeClass<[Bool]>;
def X : Opcode { let Types = !listsplat(One, 1001); }
