// The arguments of a multiclass may be given by name, and defaults mention other parameters
// (ProgRef, "defm").
class C<int a, int b> {
  int sum = !add(a, b);
}
multiclass M<int p, int q = !add(p, 1)> {
  def _x : C<p, b = q>;
}
defm byName : M<q = 9, p = 3>;
defm default : M<3>;
