// TOOL: offload-tblgen
// ARGS: --gen-api --release 23
include "classes.td"

// Kinds come one after the other, and objects of a kind in natural order of their names.
def OL_CALL : Macro { let condition = "defined(_WIN32)"; let value = "__cdecl"; let alt_value = ""; }
def OL_ONLY : Macro { let condition = "OL_X"; let value = "1"; }
def "OL_MAX(a, b)" : Macro { let value = "((a) > (b) ? (a) : (b))"; }
def ol_device_handle_t : Handle;
def ol_size_t : Typedef { let value = "uint64_t"; }
def ol_visit_cb_t : FptrTypedef {
  let params = [Param<"ol_device_handle_t", "Device", 1>, Param<"void*", "Data", 5>];
  let return = "bool";
}
def ol_never_cb_t : FptrTypedef { let params = []; let return = "void"; }
def ol_dims_t : Struct { let members = [StructMember<"uint32_t", "x">, StructMember<"const char*", "name">]; }
