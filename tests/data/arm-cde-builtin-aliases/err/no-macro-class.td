// TOOL: clang-tblgen
// ARGS: -gen-arm-cde-builtin-aliases
include "../arm-mve-header/classes.td"

// All files of CDE read the macros.
def x;
