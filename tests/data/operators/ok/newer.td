// Operators that releases after 19.1.7 added.
class O; def op : O; class R<int n> { int v = n; } def r1 : R<1>; def r10 : R<10>; def r2 : R<2>;
def v {
  dag d = (op:$n 1); string opname = !getdagopname(d); string none = !getdagopname((op)); dag renamed = !setdagopname(d, "m");
  int set = !initialized(5); int unset = !initialized(?); list<int> flat = !listflatten([[1], [2, 3]]);
  bit yes = !match("register", "^reg"); bit no = !match("register", "x$"); list<R> all = !instances<R>(); list<R> ones = !instances<R>("^r1");
}
