// The name of a record of a multiclass is `NAME` and its own name, or where that mentions `NAME`,
// just its own name (ProgRef, "multiclass").
class Op<string m> {
  string mnemonic = m;
}
multiclass M<string m> {
  def rr : Op<m # "_rr">;
  def NAME # "_alone" : Op<NAME>;
  def "" : Op<"empty">;
  foreach i = [0, 1] in
    def "_" # i : Op<m # i>;
}
defm ADD : M<"add">;
defm "SUB" # 1 : M<"sub">;
