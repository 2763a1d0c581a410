// TOOL: lldb-tblgen
// ARGS: --gen-lldb-option-defs --release 23

def a;
