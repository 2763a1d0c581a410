// TOOL: lldb-tblgen
// ARGS: --gen-lldb-option-defs --release 23
include "classes.td"

let Command = "c" in def a : Option<"a", "a"> { int GroupStart = 1; }
