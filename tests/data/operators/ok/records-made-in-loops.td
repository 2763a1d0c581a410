// Records that loops, conditions and choices make exist, and have their numbers, in the order of
// evaluation: the operands of a loop come before it, and what is not chosen makes none.
class N<int n> { int v = n; list<int> l = [n, n]; }
class U<int x, list<int> xs> {
  int known = x; int late;
  list<int> empty = !filter(i, xs, !gt(i, 1000));
  // Made before the loop, though the list is empty.
  list<int> a = !foreach(i, empty, !add(N<x>.v, i));
  list<int> b = !foreach(i, xs, !add(N<!add(x, i)>.v, N<7>.v));
  list<list<int>> c = !foreach(i, xs, !foreach(j, N<i>.l, !add(N<!mul(i, j)>.v, late)));
  int d = !foldl(0, xs, acc, i, !add(acc, !if(!gt(i, x), N<!add(100, i)>.v, N<x>.v)));
  int e = !cond(!eq(x, 1): N<!add(x, 50)>.v, !eq(x, 2): late, true: N<!add(x, 60)>.v);
  let late = N<!add(x, 200)>.v;
  list<int> f = !foreach(i, xs, !cond(!gt(i, late): 1, !lt(i, late): N<!add(i, 300)>.v, true: 3));
  list<int> g = !foreach(i, !range(3), !head(!listconcat(xs, [i])));
  string s = !interleave(!foreach(i, xs, !cast<string>(i) # "-" # NAME), ",");
  list<bit> bs = !foreach(i, xs, !isa<N>(N<i>));
  bits<4> q = !add(x, 1);
  list<bits<4>> rows = !foreach(i, xs, q);
}
def A : U<1, [1, 2, 3]>;
def B : U<2, []>;
class W<int x> { U u = U<x, [x, 3, 1]>; int z = u.d; list<int> zz = U<!add(x, z), [z]>.b; }
def C1 : W<4>;
def C2 : W<5>;
def C3 : W<4>;
foreach i = 0...6 in { def "D" # i : W<i>; def "E" # i { list<int> k = W<!mul(i, 2)>.zz; list<int> m = !foreach(j, k, !add(W<j>.z, i)); } }
multiclass M<int p, list<int> ps> {
  def _a : U<p, ps> { let known = !size(ps); }
  foreach x = ps in def _b # x : W<!add(x, p)>;
  def _c { list<string> names = !foreach(n, ps, NAME # "_b" # n); list<W> ws = !foreach(n, names, !cast<W>(n)); }
}
defm X : M<1, [2, 3]>;
defm Y : M<2, [3]>;
defm Z : M<3, []>;
defm V : M<4, [5, 6, 7]>;
defm T : M<5, [5, 6, 8]>;
