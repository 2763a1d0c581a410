// A `defm` without a name numbers the names of its records (ProgRef, "defm").
class P<int n> {
  int v = n;
}
multiclass M {
  def : P<10>;
  def _x : P<11>;
}
defm : M;
defm n : M;
