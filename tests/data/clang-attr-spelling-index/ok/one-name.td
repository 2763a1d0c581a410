// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-attr-spelling-index
// From release 22 on, the length of a name stands for the name where it is the only one of that length.
include "../support/attributes-of-one-name.inc"
