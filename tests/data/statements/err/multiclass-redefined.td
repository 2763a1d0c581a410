// A multiclass is defined once (ProgRef, "multiclass").
multiclass M {
  def x;
}
multiclass M {
  def y;
}
