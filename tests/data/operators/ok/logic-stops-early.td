// ARGS: --release 22
// `!and` of 0 and `!or` of -1 do not look at their second operand (ProgRef, Appendix A).
class Late<int n, list<int> l> {
  int unset;
  int and = !and(n, !div(6, n));
  int or = !or(!sub(n, 1), !div(6, n));
  int three = !and(7, n, !div(6, n));
  int ofUnset = !and(0, unset);
  list<int> tail = !if(!and(0, unset), !tail(l), l);
  list<int> each = !foreach(x, [0, 1, 2], !and(x, !div(4, x)));
}
def zero : Late<0, []>;
foreach i = [1, 2, 3, 6] in
  def later#i : Late<i, [i]> { let unset = 5; }
class Again<int n> : Late<n, [1]>;
def again : Again<0>;
