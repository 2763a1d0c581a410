// TOOL: lldb-tblgen
// ARGS: --gen-lldb-option-defs --release 23
include "classes.td"

// `${x}` is marked for underlining, and bytes beyond printable ASCII are two digits.
let Command = "text" in {
  def marks : Option<"marks", "a">, Desc<"${S}hort ${many} $5 ${} {b} $${c}} end ${d">;
  def bytes : Option<"bytes", "b">, Desc<"\"quoted\" back\\slash\ttab\nline é">;
  def unset : Option<"unset", "c">, Desc<?>;
  def none : Option<"none", "d">;
}
