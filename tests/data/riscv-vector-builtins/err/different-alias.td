// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-builtins
include "classes.td"

let Name = "same", HasMasked = 0 in {
  def a : RVVBuiltin<"v", "vv", "i">;
  def b : RVVBuiltin<"v", "vv", "i"> { let HasBuiltinAlias = 0; }
}
