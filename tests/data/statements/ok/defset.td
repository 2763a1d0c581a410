// A `defset` is a list of the records that its body defines, those of `defm` and `foreach` too
// (ProgRef, "defset").
class N<int n> {
  int v = n;
}
defset list<N> all = {
  def a : N<1>;
  multiclass M {
    def x : N<2>;
  }
  defm m : M;
  foreach i = [7, 8] in
    def l#i : N<i>;
}
def user {
  list<int> values = !foreach(n, all, n.v);
  list<N> copy = all;
}
