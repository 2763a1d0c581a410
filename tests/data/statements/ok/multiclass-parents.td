// A multiclass that inherits from others defines their records first (ProgRef, "multiclass").
class Op<string m> {
  string mnemonic = m;
}
multiclass Base<string m> {
  def rr : Op<m # "_rr">;
}
multiclass Other {
  def xx : Op<"other">;
}
multiclass Derived<string m, int n = 2> : Base<m>, Other {
  def ri : Op<m # n>;
}
defm ADD : Derived<"add">;
defm SUB : Derived<"sub", 3>;
