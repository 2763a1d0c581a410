// TOOL: clang-tblgen
// ARGS: -gen-clang-opcodes
include "classes.td"

def Arg : ArgType<?>;
def X : Opcode { let Args = [Arg]; }
