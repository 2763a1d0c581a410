// ARGS: --gen-directive-impl -I../directive-decl
include "toy.inc"
