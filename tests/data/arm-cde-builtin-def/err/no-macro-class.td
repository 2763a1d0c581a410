// TOOL: clang-tblgen
// ARGS: -gen-arm-cde-builtin-def
include "../arm-mve-header/classes.td"

// All files of CDE read the macros.
def x;
