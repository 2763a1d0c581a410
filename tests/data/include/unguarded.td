class Register;
class Number { int N; }
multiclass Pair {
  def _LO : Register;
}
