// TOOL: offload-tblgen
// ARGS: --gen-errcodes --release 23
include "../api/classes.td"

def ol_other_t : Enum;
