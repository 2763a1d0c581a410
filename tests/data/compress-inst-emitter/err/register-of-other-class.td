// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "classes.inc"
def X : CompressPat<(ADD LOW:$rd, LOW:$rd, R1), (C_ADD LOW:$rd, R1)>;
