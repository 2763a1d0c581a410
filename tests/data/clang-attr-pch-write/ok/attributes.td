// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-pch-write
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
