// TOOL: lldb-tblgen
// ARGS: --gen-lldb-option-defs --release 23
include "classes.td"

// Tables are in byte order of the commands, options in natural order of the names of their records.
let Command = "z" in def b10 : Option<"second", "a">;
let Command = "a9" in def c1 : Option<"a9", "a">;
let Command = "a10" in def d1 : Option<"a10", "a">;
let Command = "Z" in def e1 : Option<"Z", "a">;
let Command = "z" in def b9 : Option<"first", "a">;
