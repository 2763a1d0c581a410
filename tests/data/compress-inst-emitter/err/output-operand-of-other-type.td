// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "classes.inc"
def X : CompressPat<(ADD GPR:$rd, GPR:$rd, GPR:$rt), (C_ADD GPR:$rd, GPR:$rt)>;
