// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "classes.inc"
def X : CompressPat<(R0), (C_ADD LOW:$rd, LOW:$rt)>;
