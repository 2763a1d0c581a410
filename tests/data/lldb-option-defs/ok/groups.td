// TOOL: lldb-tblgen
// ARGS: --gen-lldb-option-defs --release 23
include "classes.td"

// Groups are a list or a range; numbers have 32 bits, and an option without groups is in all.
let Command = "a b-c" in {
  def listed : Option<"list", "l">, Groups<[5, 3, -1, 0x100000001]>;
  def range : Option<"range", "r">, GroupRange<2, 4>;
  def both : Option<"both", "b">, Groups<[1]>, GroupRange<2, 4>;
  def none : Option<"none", "n">;
  def no_list : Option<"no-list", "e">, Groups<[]>, GroupRange<2, 4>;
  def backwards : Option<"backwards", "w">, GroupRange<4, 2>;
}
