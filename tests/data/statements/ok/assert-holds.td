// An assertion that holds prints nothing, at top level, in a class or in a multiclass (ProgRef,
// "assert").
class A<int n> {
  assert !lt(n, 10), "n is " # n;
  int v = n;
}
multiclass M<int n> {
  assert !gt(n, 0), "n is positive";
  def x : A<n>;
}
def a : A<5>;
defm m : M<3>;
assert !isa<A>(a), "a is an A";
