// An assertion whose condition is zero is an error, at the place that made the record (ProgRef,
// "assert").
class A<int n> {
  assert !lt(n, 3), "n is " # n;
}
multiclass M<int n> {
  def x : A<n>;
}
def fine : A<1>;
def fails : A<5>;
defm m : M<7>;
assert 0, "never";
