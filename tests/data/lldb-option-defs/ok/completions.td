// TOOL: lldb-tblgen
// ARGS: --gen-lldb-option-defs --release 23
include "classes.td"

let Command = "comp" in {
  def one : Option<"one", "a">, Arg<"Filename">, Completions<["DiskFile"]>;
  def two : Option<"two", "b">, Arg<"Filename">, Completions<["SourceFile", "Symbol"]>;
  def none : Option<"none", "c">, Completions<[]>;
  def checked : Option<"checked", "d">, Arg<"Pid">, Validator<"pid_validator">;
  def unchecked : Option<"unchecked", "e">, Arg<"Pid">, Validator<"">;
}
