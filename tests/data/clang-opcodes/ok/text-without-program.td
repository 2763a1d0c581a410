// TOOL: clang-tblgen
// ARGS: --release 24 -gen-clang-opcodes
// An argument is disassembled by its position alone.
include "classes.td"

def Load : Opcode { let Args = [ArgType<"uint32_t">]; }
