// The type of a list is that of its elements, or it stands behind an empty list (ProgRef, "Simple
// values").
class A;
class B : A;
class C : A;
def b : B;
def c : C;
def values {
  list<int> ints = [1, 2, 3,];
  list<string> empty = []<string>;
  list<int> emptyOfField = [];
  list<list<int>> nested = [[1], []<int>];
  list<A> commonClass = [b, c];
  list<A> typed = [b]<B>;
  list<int> unsetElement = [1, ?];
}
