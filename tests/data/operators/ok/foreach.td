// `!foreach` evaluates an expression for each element of a list, or each part of a dag (ProgRef,
// Appendix A).
class P<int n> {
  int v = n;
}
def a : P<1>;
def b : P<2>;
def op;
def other;
class Late<list<int> l, int k> {
  list<int> sums = !foreach(x, l, !add(x, k));
}
def values : Late<[1, 2], 10> {
  list<int> fields = !foreach(p, [a, b], p.v);
  list<string> names = !foreach(p, [a, b], !cast<string>(p));
  list<int> empty = !foreach(x, []<int>, x);
  list<list<int>> table = !foreach(i, [1, 2], !foreach(j, [1, 2, 3], !mul(i, j)));
  dag nodes = !foreach(n, (op op, (op other)), !subst(op, other, n));
  dag arguments = !foreach(n, (op a:$x, b), !subst(a, b, n));
}
