// TOOL: clang-tblgen
// ARGS: -gen-clang-test-pragma-attribute-supported-attributes
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
