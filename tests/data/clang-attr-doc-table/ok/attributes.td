// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-doc-table
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
