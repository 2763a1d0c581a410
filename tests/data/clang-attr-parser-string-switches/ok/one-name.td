// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-attr-parser-string-switches
// From release 22 on, answers about a name depend on the syntax where several attributes have the name.
include "../support/attributes-of-one-name.inc"
