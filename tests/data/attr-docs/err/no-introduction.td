// TOOL: clang-tblgen
// ARGS: -gen-attr-docs
// A record introduces the page.
include "../support/attr-classes.inc"
