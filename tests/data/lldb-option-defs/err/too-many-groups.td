// TOOL: lldb-tblgen
// ARGS: --gen-lldb-option-defs --release 23
include "classes.td"

// The reference prints a mask of two billion groups.
let Command = "c" in def a : Option<"a", "a">, GroupRange<1, 2147483647>;
