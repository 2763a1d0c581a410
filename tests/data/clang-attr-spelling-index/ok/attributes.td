// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-spelling-index
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
