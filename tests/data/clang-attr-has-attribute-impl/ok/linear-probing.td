// TOOL: clang-tblgen
// ARGS: --release 23 -gen-clang-attr-has-attribute-impl
// From release 23 on, the buckets of a string map are probed one after the other.
include "../support/attributes.inc"
