// Arguments by name come behind those by position, in any order (ProgRef, "Simple values").
class C<int a, int b = 2, string c = "c"> {
  int sum = !add(a, b);
  string s = c;
}
def byPosition : C<1>;
def both : C<1, c = "named">;
def byName : C<c = "z", b = 5, a = 4>;
def asValue {
  C anonymous = C<1, b = 7>;
}
