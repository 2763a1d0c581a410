// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parsed-attr-kinds
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
