// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parsed-attr-impl
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
