// TOOL: offload-tblgen
// ARGS: --gen-doc --release 23
include "../api/classes.td"

def OL_SUCCESS : Macro { let value = "NULL"; }
def ol_device_handle_t : Handle;
def ol_info_t : Enum { let is_typed = 1; let etors = [TaggedEtor<"NAME", "char[]">]; }
def ol_size_t : Typedef { let value = "uint64_t"; }
def ol_visit_cb_t : FptrTypedef { let params = [Param<"void*", "Data">]; let return = "bool"; }
def ol_dims_t : Struct { let members = [StructMember<"uint32_t", "x">]; }
def olRun : Function {
  let params = [Param<"ol_device_handle_t", "Device", 1>];
  let details = ["A detail."];
  let all_returns = [Return<"OL_ERRC_INVALID_NULL_HANDLE", ["`NULL == Device`"]>];
}
