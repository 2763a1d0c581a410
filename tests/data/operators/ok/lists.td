// Lists.
class P<int n> { int v = n; } class PP<int n> : P<n>; def a : P<1>; def b : PP<2>;
def v {
  list<int> cat = !listconcat([1], [2, 3], [4]); list<int> splat = !listsplat(7, 3); list<int> rem = !listremove([1, 2, 3, 2], [2]);
  int head = !head([5, 6]); list<int> tail = !tail([5, 6]); int size = !size([1, 2]); bit empty = !empty([]<int>);
  list<int> r1 = !range(3); list<int> r2 = !range(2, 5); list<int> r3 = !range(5, 0, -2); list<int> r4 = !range([7, 8]);
  list<int> each = !foreach(p, [a, b], p.v); list<P> some = !filter(p, [a, b], !isa<PP>(p)); int fold = !foldl(10, [1, 2, 3], acc, x, !sub(acc, x));
  list<list<int>> table = !foreach(i, [1, 2], !foreach(j, [1, 2, 3], !mul(i, j)));
  int c = !cond(!eq(fold, 0): 1, !lt(fold, 5): 2, true: 3); string i = !if(!gt(size, 1), "many", "few");
}
