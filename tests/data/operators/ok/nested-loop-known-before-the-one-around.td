// When the list of an inner loop is known and its body mentions no variable of the loop around, the
// inner loop runs first and once, even if the loop around runs over an empty list.
class N<int n> {
  int v = n;
}
class Sums<list<int> xs, list<int> ys> {
  list<int> sums = !foreach(i, xs, !foldl(0, ys, acc, y, !add(acc, N<y>.v)));
  list<list<int>> sizes = !foreach(i, xs, !foreach(y, ys, !size(!listsplat(N<!add(i, y, 10)>.v, y))));
}
def empty : Sums<[], [1, 2]>;
def some : Sums<[5, 6], [3]>;
