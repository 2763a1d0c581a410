// A `foreach` runs over a list or over ranges of integers (ProgRef, "foreach").
multiclass M<int n> {
  foreach i = "text" in
    def x#i;
}
foreach j = ? in
  def y#j;
