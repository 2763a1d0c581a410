// A field whose value cannot be computed is an error, such as an element that a list does not have.
class A<int n> {
  int v = n;
  list<int> l = [1];
  int e = l[7];
}
def d : A<1>;
