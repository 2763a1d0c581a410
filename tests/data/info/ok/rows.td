// TOOL: offload-tblgen
// ARGS: --gen-info --release 23
include "../api/classes.td"

def ol_device_info_t : Enum { let is_typed = 1; let etors = [TaggedEtor<"NAME", "char[]">, TaggedEtor<"Size", "size_t">]; }
