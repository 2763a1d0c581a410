// TOOL: clang-tblgen
// ARGS: -gen-arm-bf16
include "../arm-neon/classes.td"

def VBFADD : SInst<"vbfadd", "...", "b"> { let TargetGuard = "bf16"; }
