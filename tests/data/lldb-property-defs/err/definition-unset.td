// TOOL: lldb-tblgen
// ARGS: --gen-lldb-property-defs --release 23
include "classes.td"

let Path = "p" in def a : Property<"a", "Boolean">;
