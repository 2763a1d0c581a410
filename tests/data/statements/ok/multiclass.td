// Multiclasses: names, nesting, inheritance, classes after them, `let` around them.
class Op<string m, bits<2> k> { string mnemonic = m; bits<2> kind = k; }
class Flag { bit flag = 0; }
multiclass Base<string m> {
  def rr : Op<m # "_rr", 0>;
  def NAME # "_alone" : Op<NAME, 1>;
}
multiclass Derived<string m, int n = 2> : Base<m> {
  foreach i = !range(n) in
    def "_" # i : Op<m # i, 2>;
  defm _nested : Base<"inner">;
  defvar total = !add(n, 1);
  if !gt(total, 3) then
    def _many : Op<"many", 3>;
  else
    def _few : Op<"few", 3>;
  assert !lt(n, 10), "too many";
}
defm ADD : Derived<"add">;
defm SUB : Derived<"sub", 3>, Flag;
let flag = 1 in defm MUL : Base<"mul">, Flag;
defm : Base<"unnamed">;
