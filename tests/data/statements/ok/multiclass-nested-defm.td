// A `defm` in a multiclass puts its name behind that of the outer one (ProgRef, "defm").
class Op<string m> {
  string mnemonic = m;
}
multiclass Inner<string m> {
  def rr : Op<m>;
  def NAME # "_alone" : Op<NAME>;
}
multiclass Outer<string m> {
  defm _a : Inner<m>;
  defm "" : Inner<"unnamed">;
}
defm X : Outer<"x">;
