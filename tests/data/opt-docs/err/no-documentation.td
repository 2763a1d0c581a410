// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
include "classes.inc"