// ARGS: --gen-arm-target-def
include "aarch64.inc"
def : ProcessorModel<"generic", []>;
