// `!tail` is a list without its first element (ProgRef, Appendix A).
class Late<list<int> l> {
  list<int> rest = !tail(l);
}
def values : Late<[9, 8, 7]> {
  list<int> ofInts = !tail([5, 6]);
  list<string> ofOne = !tail(["only"]);
  list<list<int>> ofLists = !tail([[1, 2], [3]]);
}
