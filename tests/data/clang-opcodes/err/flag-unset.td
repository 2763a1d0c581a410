// TOOL: clang-tblgen
// ARGS: -gen-clang-opcodes
include "classes.td"

def X : Opcode { let HasGroup = ?; }
