// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-template-instantiate
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
