// `!empty` says whether a string, list or dag has no elements (ProgRef, Appendix A).
def op;
class Late<list<int> l> {
  bit none = !empty(l);
}
def values : Late<[]> {
  bit ofString = !empty("four");
  bit ofEmptyString = !empty("");
  bit ofList = !empty([1]);
  bit ofEmptyList = !empty([]<int>);
  bit ofDag = !empty((op 1));
  bit ofEmptyDag = !empty((op));
}
