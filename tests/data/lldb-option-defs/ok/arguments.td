// TOOL: lldb-tblgen
// ARGS: --gen-lldb-option-defs --release 23
include "classes.td"

// A field that is there makes an option required or its argument optional, whatever its value is.
let Command = "args" in {
  def needed : Option<"needed", "a">, Arg<"Boolean">, Required;
  def may_be_left_out : Option<"optional", "b">, OptionalArg<"Pid">;
  def not_required : Option<"false", "c">, Required { let Required = 0; }
  def empty_kind : Option<"empty", "d">, OptionalArg<"">;
  def unset_kind : Option<"unset", "e">, Arg<?>;
  def escaped : Option<"escaped", "\\x01">;
  def no_short_name : Option<"no-short", "">;
}
