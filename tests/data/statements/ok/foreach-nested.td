// The body of a `foreach` may be another one, or a block with variables of its own (ProgRef,
// "foreach").
class N<int n> {
  int v = n;
}
foreach i = [1, 2] in
  foreach j = [10, 20] in
    def a#i#_#j : N<!add(i, j)>;
foreach i = [3, 4] in {
  defvar twice = !mul(i, 2);
  def b#i : N<twice>;
}
