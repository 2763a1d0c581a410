// TOOL: offload-tblgen
// ARGS: --gen-func-names --release 23
include "../api/classes.td"

def olInit : Function { let params = [Param<"const ol_args_t*", "Args", 5>]; }
def olRun : Function {
  let params = [Param<"ol_device_handle_t", "Device", 1>, Param<"size_t", "Size", 1>];
  let all_returns = [
    Return<"OL_ERRC_UNINITIALIZED">,
    Return<"OL_ERRC_INVALID_SIZE", ["`Size == 0`", "`Size % 2 != 0 && \"odd\"`", "if `Size` is large"]>,
    Return<"OL_ERRC_INVALID_NULL_HANDLE", ["`NULL == Device`"]>
  ];
}
def olShutDown : Function;
