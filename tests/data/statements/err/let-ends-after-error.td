// What a `let` sets is not in force any more behind it, even where its body had errors.
class A {
  int x = 0;
  int y = 0;
}
let x = 1, y = 2 in {
  def Wrong : Missing;
}
let y = 7 in
def Last : A {
  assert !eq(!add(x, y), 0), "they are " # x # " and " # y;
}
