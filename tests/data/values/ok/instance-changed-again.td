// An instance that lost the name of an unknown value becomes a record once another argument changes.
class C<int n, int m> { int sum = !add(n, m); }
class Inner<list<int> l, int n> { C c = C<!head(l), n>; }
class Outer<int n, int m> : Inner<[8, n], m>;
def x : Outer<1, 2>;
class Loop<list<int> l> { C c = C<!size(!foreach(i, l, !add(i, 1))), 0>; }
class OfLoop<int n> : Loop<[1, 2]> { int unused = n; }
def y : OfLoop<1>;
