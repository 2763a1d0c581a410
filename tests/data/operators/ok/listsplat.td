// `!listsplat` repeats a value (ProgRef, Appendix A).
class Late<string s, int n> {
  list<string> repeated = !listsplat(s, n);
}
def values : Late<"x", 2> {
  list<int> three = !listsplat(7, 3);
  list<int> none = !listsplat(7, 0);
  list<list<int>> lists = !listsplat([1, 2], 2);
}
