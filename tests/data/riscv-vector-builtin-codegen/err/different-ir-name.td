// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-builtin-codegen
include "../riscv-vector-builtins/classes.td"

let Name = "same", HasMasked = 0 in {
  let IRName = "y" in
  def a : RVVBuiltin<"v", "vv", "i">;
  let IRName = "x" in
  def b : RVVBuiltin<"v", "vv", "i">;
}
