// TOOL: clang-tblgen
// ARGS: --release 23 -gen-clang-opcodes
include "classes.td"

def Nothing : Opcode { let HasGroup = 1; }
