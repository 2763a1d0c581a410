// A multiclass holds `foreach`, `if`, `defvar` and `assert`, which are evaluated for each `defm`
// (ProgRef, "multiclass").
class N<int n> {
  int v = n;
}
multiclass M<int n> {
  foreach i = !range(n) in
    def "_" # i : N<i>;
  defvar total = !add(n, 1);
  if !gt(total, 3) then
    def _many : N<total>;
  else
    def _few : N<total>;
  assert !lt(n, 10), "n is small";
  let v = 100 in
    def _let : N<n>;
}
defm a : M<2>;
defm b : M<3>;
