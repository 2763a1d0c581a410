// A `defvar` is known until its block ends, where one of the same name may hide it (ProgRef,
// "defvar").
defvar two = 2;
class C<int n> {
  defvar double = !mul(n, two);
  int v = double;
}
def c : C<5>;
foreach i = [1, 2] in {
  defvar two = !add(i, 10);
  def inner#i { int v = two; }
}
def outer { int v = two; }
