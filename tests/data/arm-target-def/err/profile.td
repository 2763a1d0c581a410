// ARGS: --gen-arm-target-def
include "aarch64.inc"
def HasV8_0mOps : Architecture64<8, 0, "m", "v8m", [], []>;
