// Classes behind the multiclasses of a `defm` are added to all records, and may be set by a `let`
// around (ProgRef, "defm").
class Op<string m> {
  string mnemonic = m;
}
class Flag {
  bit flag = 0;
}
multiclass M<string m> {
  def rr : Op<m>;
  def ri : Op<m>;
}
defm PLAIN : M<"plain">;
defm FLAGGED : M<"flagged">, Flag;
let flag = 1 in
defm SET : M<"set">, Flag;
