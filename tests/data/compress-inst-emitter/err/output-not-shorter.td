// ARGS: --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "classes.inc"
def X : CompressPat<(ADD GPR:$rd, GPR:$rs, GPR:$rt), (ADD GPR:$rd, GPR:$rs, GPR:$rt)>;
