// TOOL: offload-tblgen
// ARGS: --gen-api --release 23
include "classes.td"

def ol_info_t : Enum { let is_typed = 1; let etors = [Etor<"NAME">]; }
