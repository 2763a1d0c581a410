// TOOL: clang-tblgen
// ARGS: -gen-attr-docs
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
