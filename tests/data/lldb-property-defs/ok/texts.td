// TOOL: lldb-tblgen
// ARGS: --gen-lldb-property-defs --release 23
include "classes.td"

// Texts are printed as they are: a description spells escapes of C++.
let Definition = "texts", Path = "p" in {
  def a : Property<"quotes", "String">, DefaultStringValue<"x \"y\" \\n">, Desc<"\"q\"">;
  def b : Property<"unset", "String">, Desc<?>;
  def c : Property<"number", "String"> { int Description = 4; }
}
