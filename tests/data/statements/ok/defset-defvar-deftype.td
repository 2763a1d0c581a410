// Collections, variables and names of types.
class N<int n> { int v = n; }
deftype Numbers = list<int>;
deftype Byte = bits<8>;
defvar two = 2;
defset list<N> all = {
  def a : N<1>;
  multiclass M { def x : N<two>; }
  defm m : M;
  foreach i = [7, 8] in def l#i : N<i>;
}
def sum { Numbers values = !foreach(n, all, n.v); Byte b = two; list<N> copy = all; }
