// The numbers of records without a name: by `def`, `defm`, and classes as values; the same
// arguments are the same record.
class P<int n> { int v = n; }
class Q<P p> { P held = p; int w = p.v; }
def : P<1>;
def a { P p = P<2>; P same = P<2>; Q q = Q<P<3>>; int x = Q<P<4>>.held.v; }
multiclass M { def : P<10>; def _x { P p = P<11>; } }
defm : M;
defm n : M;
class Deep<int n> { int r = !if(!le(n, 1), 1, !mul(n, Deep<!sub(n, 1)>.r)); }
def fact { int five = Deep<5>.r; }
