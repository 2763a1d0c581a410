// TOOL: offload-tblgen
// ARGS: --gen-api --release 23
include "classes.td"

// A function with parameters has a structure of pointers to them, and each has a variant with a position.
def olGetRPCInfo : Function {
  let params = [Param<"uint32_t", "Value", 1>, Param<"const void*", "Out", 6>];
  let details = ["A detail."];
  let analogues = ["**other**"];
  let all_returns = [Return<"OL_RESULT_SUCCESS">, Return<"OL_ERRC_INVALID_SIZE", ["`Value == 0`"]>];
}
def olShutDown : Function;
