// An instance waits for a parameter that its arguments mention, and goes on waiting if the argument becomes known
// without it: `C<8>` in `Inner` remains, since nothing changes it later.
class C<int n> { int number = n; }
class Inner<list<int> l> { C c = C<!head(l)>; }
class Outer<int n> : Inner<[8, n]>;
def x : Outer<1>;
class Cond<int a, int b> { C c = C<!cond(!eq(a, 1): 3, 1: b)>; C lazy = C<!if(!eq(a, 1), 3, b)>; }
class OfCond<int n> : Cond<1, n>;
def y : OfCond<1>;
