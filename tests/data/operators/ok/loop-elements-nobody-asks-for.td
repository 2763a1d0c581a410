// The length of a list can be known before its elements are: then no record is made for these.
class N<int n> {
  int v = n;
}
class Lengths<list<int> xs, list<int> ys> {
  list<int> sizes = !foreach(i, ys, !size(!listconcat(xs, [N<i>.v])));
  list<int> ones = !foreach(i, ys, !foldl(1, !listconcat(xs, [N<i>.v]), acc, x, !add(0, 1)));
  list<int> sums = !foreach(i, ys, !foldl(0, !listconcat(xs, [N<!add(i, 2)>.v]), acc, x, !add(acc, x)));
}
def d : Lengths<[1, 2], [5, 6]>;
