// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parser-string-switches
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
