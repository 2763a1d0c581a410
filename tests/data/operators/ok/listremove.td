// `!listremove` keeps the elements of the first list that the second does not have (ProgRef,
// Appendix A).
class R;
def r : R;
def s : R;
class Late<list<int> l> {
  list<int> left = !listremove(l, [1]);
}
def values : Late<[1, 2, 1]> {
  list<int> twice = !listremove([1, 2, 3, 2], [2]);
  list<int> all = !listremove([1, 1], [1]);
  list<int> none = !listremove([1], [2, 3]);
  list<string> strings = !listremove(["a", "b"], ["a"]);
  list<R> records = !listremove([r, s], [r]);
}
