// TOOL: lldb-tblgen
// ARGS: --gen-lldb-property-enum-defs --release 23
include "../lldb-property-defs/classes.td"

// Enumerators are the names of the records, in natural order.
let Definition = "two words" in {
  def B : Property<"b", "Boolean">;
  def A10 : Property<"a10", "Boolean">;
  def A9 : Property<"a9", "Boolean">;
}
let Definition = "one" in def C1 : Property<"c", "String">;
