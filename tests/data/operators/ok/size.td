// `!size` is the length of a string, list or dag, whose operator does not count (ProgRef,
// Appendix A).
def op;
class Late<list<int> l> {
  int length = !size(l);
}
def values : Late<[1, 2, 3]> {
  int ofString = !size("four");
  int ofEmptyString = !size("");
  int ofList = !size(["a", "b"]);
  int ofEmptyList = !size([]<int>);
  int ofDag = !size((op 1, 2, (op 3)));
  int ofEmptyDag = !size((op));
}
