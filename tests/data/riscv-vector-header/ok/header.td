// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-header
include "../riscv-vector-builtins/classes.td"

def first : RVVHeader<"#define FIRST 1\n">;
def second : RVVHeader<"#define SECOND 2\n">;
