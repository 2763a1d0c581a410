// TOOL: lldb-tblgen
// ARGS: --gen-lldb-property-enum-defs --release 23
include "../lldb-property-defs/classes.td"

def a : Property<"a", "Boolean">;
