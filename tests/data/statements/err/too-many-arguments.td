// There are no more arguments than parameters (ProgRef, "class").
class A<int x> {
  int v = x;
}
def d : A<1, 2>;
