// TOOL: lldb-tblgen
// ARGS: --gen-lldb-property-defs --release 22
include "classes.td"

let Definition = "old" in
  def a : Property<"a", "Boolean">, DefaultUnsignedValue<1>;
