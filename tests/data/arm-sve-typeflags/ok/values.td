// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-typeflags
include "../arm-sve-header/classes.td"

// The values are those of the classes.
def other : FlagType<0x8000000000000000>;
