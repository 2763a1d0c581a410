// An error in a statement of a `let` gives up that statement; those beside it are evaluated, and
// variables of the block end with it.
class A {
  int x = 0;
  int y = 0;
}
let x = 1 in {
  defvar two = 2;
  def Wrong : Missing;
  def Right : A { let y = two; }
}
// The record is there, and has the values that were set.
assert !eq(Right.x, 3), "x is not 3";
assert !eq(two, 2), "the variable of a block";
