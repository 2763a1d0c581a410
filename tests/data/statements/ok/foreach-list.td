// `foreach` runs its body for each element of a list, which may be empty (ProgRef, "foreach").
class N<int n> {
  int v = n;
}
foreach s = ["x", "yy"] in
  def "e_" # s : N<!size(s)>;
foreach i = []<int> in
  def never : N<i>;
foreach i = !range(2) in
  def r#i : N<i>;
