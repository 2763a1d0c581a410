// `!filter` keeps the elements for which a predicate is not zero (ProgRef, Appendix A).
class P<int n> {
  int v = n;
}
class PP<int n> : P<n>;
def a : P<1>;
def b : PP<2>;
class Late<list<int> l, int least> {
  list<int> large = !filter(x, l, !ge(x, least));
}
def values : Late<[1, 2, 3], 2> {
  list<P> byClass = !filter(p, [a, b], !isa<PP>(p));
  list<P> byField = !filter(p, [a, b], !eq(p.v, 1));
  list<int> byNumber = !filter(x, [0, 1, 2, -1], x);
  list<int> empty = !filter(x, []<int>, 1);
  list<int> none = !filter(x, [1, 2], 0);
}
