// Expressions of a class that many records have are compiled; a compiled `!cond` of which no
// condition holds fails as others do.
class K<int a> {
  int v = !cond(!eq(a, 1): 1, !eq(a, 2): 2);
  list<int> w = !foreach(i, [1, 2, 3], !cond(!lt(i, a): i));
}
def k1 : K<1>;
def k2 : K<2>;
def k3 : K<3>;
def k4 : K<4>;
def k5 : K<5>;
def k6 : K<6>;
def k7 : K<7>;
