// A parameter without a default needs an argument (ProgRef, "class").
class A<int x, string s> {
  int v = x;
  string t = s;
}
def d : A<1>;
def e : A;
