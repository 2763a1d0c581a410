// ARGS: --gen-ctags
class Register;
multiclass Pair {
  def _lo : Register;
}
def SP : Register;
defm A : Pair;
foreach i = 0...1 in
  def R#i : Register;
