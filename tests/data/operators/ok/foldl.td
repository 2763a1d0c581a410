// `!foldl` combines the elements of a list from left to right (ProgRef, Appendix A).
class P<int n> {
  int v = n;
}
def a : P<1>;
def b : P<2>;
class Late<int start, list<int> l> {
  int sum = !foldl(start, l, acc, x, !add(acc, x));
}
def values : Late<100, [1, 2]> {
  int fromLeft = !foldl(10, [1, 2, 3], acc, x, !sub(acc, x));
  int empty = !foldl(7, []<int>, acc, x, !add(acc, x));
  int fields = !foldl(0, [a, b], acc, p, !add(acc, p.v));
  string text = !foldl("", ["a", "b", "c"], acc, s, !strconcat(acc, "(", s, ")"));
  list<int> reversed = !foldl([]<int>, [1, 2, 3], acc, x, !listconcat([x], acc));
}
