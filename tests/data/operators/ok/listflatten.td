// ARGS: --release 22
// `!listflatten`, which releases since 20 have, joins the lists in a list (ProgRef of 22.1,
// Appendix A).
class Late<list<list<int>> l> {
  list<int> flat = !listflatten(l);
}
def values : Late<[[1], [2]]> {
  list<int> lists = !listflatten([[1], [2, 3]]);
  list<int> withEmpty = !listflatten([[1], []<int>]);
  list<list<int>> oneLevel = !listflatten([[[1], [2]], [[3]]]);
  list<int> alreadyFlat = !listflatten([1, 2]);
}
