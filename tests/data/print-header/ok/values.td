// TOOL: offload-tblgen
// ARGS: --gen-print-header --release 23
include "../api/classes.td"

// Properties are printed by their types: characters, pointers and others.
def ol_device_handle_t : Handle;
def ol_kind_t : Enum { let etors = [Etor<"None">]; }
def ol_info_t : Enum {
  let is_typed = 1;
  let etors = [TaggedEtor<"NAME", "char[]">, TaggedEtor<"ADDRESS", "void *">, TaggedEtor<"SIZE", "size_t">];
}
def ol_error_struct_t : Struct { let members = [StructMember<"ol_errc_t", "Code">]; }
def ol_dims_t : Struct { let members = [StructMember<"uint32_t", "x">, StructMember<"const char*", "name">]; }
