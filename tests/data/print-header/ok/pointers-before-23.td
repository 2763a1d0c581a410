// TOOL: offload-tblgen
// ARGS: --gen-print-header --release 22
include "../api/classes.td"

// A property that is a pointer was printed as a pointer to a value that is not constant.
def ol_info_t : Enum { let is_typed = 1; let etors = [TaggedEtor<"ADDRESS", "void *">]; }
