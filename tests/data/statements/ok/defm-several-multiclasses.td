// A `defm` may instantiate several multiclasses (ProgRef, "defm").
class Op<string m> {
  string mnemonic = m;
}
multiclass A<string m> {
  def a : Op<m>;
}
multiclass B {
  def b : Op<"b">;
}
defm X : A<"x">, B;
