// A `def` inherits from classes; who names a multiclass is told of `defm` (ProgRef, "def").
multiclass M {
  def x;
}
def d : M;
