// TOOL: clang-tblgen
// ARGS: -gen-clang-opcodes
include "classes.td"

def C : TypeClass<?>;
def X : Opcode { let Types = [C]; }
