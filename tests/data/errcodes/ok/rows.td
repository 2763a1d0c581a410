// TOOL: offload-tblgen
// ARGS: --gen-errcodes --release 23
include "../api/classes.td"

def ol_errc_t : Enum { let etors = [Etor<"SUCCESS", "no \"error\"">, Etor<"Unknown">]; }
