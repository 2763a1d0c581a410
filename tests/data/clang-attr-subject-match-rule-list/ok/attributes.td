// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-subject-match-rule-list
// Attributes with every kind of argument, syntax and condition.
include "../support/attributes.inc"
