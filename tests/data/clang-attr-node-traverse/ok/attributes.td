// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-node-traverse
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
