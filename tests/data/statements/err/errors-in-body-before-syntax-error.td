// The part of a body before a syntax error is evaluated, for its errors come first. The record is not finished, so that
// what only a whole record has to have is not checked.
class A<int n> {
  int N = n;
  int M = missing;
}
def X : A<1> {
  int x = nosuch;
  let N = "text";
  assert false, "is not checked";
  int y = 3 4;
  int z = neither;
}
