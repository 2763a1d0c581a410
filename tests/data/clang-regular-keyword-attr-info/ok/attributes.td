// TOOL: clang-tblgen
// ARGS: -gen-clang-regular-keyword-attr-info
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
