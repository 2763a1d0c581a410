// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-ast-visitor
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
