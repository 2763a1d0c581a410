// A `foreach` in a multiclass may run over a parameter (ProgRef, "foreach").
class N<int n> {
  int v = n;
}
multiclass M<list<int> l, int n> {
  foreach i = l in
    def _#i : N<i>;
  foreach i = !range(n) in
    def _r#i : N<i>;
}
defm a : M<[7, 8], 2>;
defm none : M<[], 0>;
