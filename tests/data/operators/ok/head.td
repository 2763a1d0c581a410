// `!head` is the first element of a list (ProgRef, Appendix A).
class Late<list<int> l> {
  int first = !head(l);
}
def values : Late<[9, 8]> {
  int ofInts = !head([5, 6]);
  string ofStrings = !head(["only"]);
  list<int> ofLists = !head([[1, 2], [3]]);
}
