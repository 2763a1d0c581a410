// A parameter has one argument: it cannot be given by position and by name (ProgRef, "Simple
// values").
class A<int x, int y = 0> {
  int v = x;
  int w = y;
}
def d : A<1, x = 2>;
