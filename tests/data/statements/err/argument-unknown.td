// A named argument names a parameter (ProgRef, "Simple values").
class A<int x = 0> {
  int v = x;
}
def d : A<z = 2>;
