// A class with arguments as a value is an anonymous record, the same for the same arguments
// (ProgRef, "Simple values").
class P<int n> {
  int v = n;
}
class Q<P p> {
  P held = p;
  int w = p.v;
}
def a {
  P p = P<2>;
  P same = P<2>;
  Q q = Q<P<3>>;
  int x = Q<P<4>>.held.v;
}
multiclass M {
  def _x {
    P p = P<2>;
    P q = P<5>;
  }
}
defm n : M;
