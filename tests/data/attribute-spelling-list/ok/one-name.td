// TOOL: clang-tblgen
// ARGS: --release 22 -gen-attribute-spelling-list
// Names and scopes are in the order of their bytes, each once.
include "../support/attributes-of-one-name.inc"
