// `!listconcat` joins two or more lists; elements of subclasses have their common class (ProgRef,
// Appendix A).
class A;
class B : A;
class C : A;
def b : B;
def c : C;
class Late<list<int> l> {
  list<int> joined = !listconcat(l, [9]);
}
def values : Late<[7, 8]> {
  list<int> two = !listconcat([1], [2, 3]);
  list<int> three = !listconcat([1], [2, 3], [4]);
  list<int> withEmpty = !listconcat([]<int>, [1]);
  list<A> commonClass = !listconcat([b], [c]);
  list<list<int>> nested = !listconcat([[1]], [[2]]);
}
