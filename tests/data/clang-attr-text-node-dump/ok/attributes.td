// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-text-node-dump
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
