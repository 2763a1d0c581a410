// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "classes.inc"
def X : CompressPat<(ADD GPR:$rd, LOW:$rd, LOW:$rt), (C_ADD LOW:$rd, LOW:$rt)>;
