// TOOL: offload-tblgen
// ARGS: --gen-print-header --release 23
include "../api/classes.td"

// Arguments are printed by the kinds of their parameters.
def DevicesParam : Param<"ol_device_handle_t*", "Devices"> { let range = Range<"0", "Count">; }
def ValueParam : Param<"void*", "Value"> { let type_info = TypeInfo<"Kind", "Count">; }
def olGetInfo : Function {
  let params = [
    Param<"size_t", "Count">, Param<"ol_device_handle_t", "Device">, Param<"void*", "Address">,
    Param<"ol_visit_cb_t", "Visit">,
    DevicesParam, ValueParam,
    Param<"ol_info_t", "Kind">
  ];
}
def olShutDown : Function;
