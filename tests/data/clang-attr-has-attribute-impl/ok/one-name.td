// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-attr-has-attribute-impl
// From release 22 on, a name has one case in each scope, and names are in the order of a string map.
include "../support/attributes-of-one-name.inc"
