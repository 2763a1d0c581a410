// TOOL: clang-tblgen
// ARGS: -gen-arm-neon
include "classes.td"

def X : SInst<"x", "..", "i"> { let TargetGuard = ?; }
