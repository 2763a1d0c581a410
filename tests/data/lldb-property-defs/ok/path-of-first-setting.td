// TOOL: lldb-tblgen
// ARGS: --gen-lldb-property-defs --release 23
include "classes.td"

// A group has the path of its first setting.
let Definition = "mixed" in {
  def b : Property<"b", "Boolean"> { let Path = "q"; }
  def a : Property<"a", "Boolean"> { let Path = "p"; }
}
