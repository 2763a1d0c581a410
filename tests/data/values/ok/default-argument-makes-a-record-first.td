// What a parameter's default makes is made before what a field makes, also where the field comes first.
class N<int n> {
  int v = n;
}
class P<int x, dag d = (N<x> 1)> {
  int num = 7;
  N second = N<num>;
  int size = !size(d);
}
def d {
  N first = P<5>.second;
}
