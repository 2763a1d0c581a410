// TOOL: clang-tblgen
// ARGS: -gen-clang-opcodes
include "classes.td"

// An opcode for no type has no instances, and a group that has nothing to choose.
def Nothing : Opcode { let Types = [TypeClass<[]>]; let HasGroup = 1; }
