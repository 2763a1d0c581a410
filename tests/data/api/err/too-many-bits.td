// TOOL: offload-tblgen
// ARGS: --gen-api --release 23
include "classes.td"

def ol_flag_t : Enum {
  let is_bit_field = 1;
  let etors = !foreach(i, !range(32), Etor<"B" # i>);
}
