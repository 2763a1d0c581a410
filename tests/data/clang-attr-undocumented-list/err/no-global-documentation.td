// TOOL: clang-tblgen
// ARGS: --release 23 -gen-clang-attr-undocumented-list
// The record of the page has to be there, though nothing of it is printed.
include "../support/attr-classes.inc"
