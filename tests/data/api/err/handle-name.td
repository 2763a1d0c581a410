// TOOL: offload-tblgen
// ARGS: --gen-api --release 23
include "classes.td"

def ol_device_t : Handle;
