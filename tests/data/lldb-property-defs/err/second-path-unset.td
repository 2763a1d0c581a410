// TOOL: lldb-tblgen
// ARGS: --gen-lldb-property-defs --release 23
include "classes.td"

// All paths of a group are read before its settings.
let Definition = "d" in {
  def a : Property<?, "Boolean"> { let Path = "p"; }
  def b : Property<"b", "Boolean">;
}
