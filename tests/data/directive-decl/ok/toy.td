// ARGS: --gen-directive-decl
include "toy.inc"
