// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-classes
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
