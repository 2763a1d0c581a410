// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-pch-read
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
