// TOOL: clang-tblgen
// ARGS: --release 22 -gen-cxx11-attribute-info
// Only names without a scope in the syntax of C++11 are listed.
include "../support/attributes-of-one-name.inc"
