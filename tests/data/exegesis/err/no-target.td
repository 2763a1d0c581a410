// ARGS: --gen-exegesis
include "classes.inc"