class Register;
class Number<int n>;
multiclass Pair {
  def _LO : Register;
}
