// A bit of a field that is unset stays a reference to it until it is set.
class A {
  bits<2> c = ?;
  bits<2> d = 2;
  bits<4> b = { c{1}, c{0}, d };
}
def unset : A;
def set : A { let c = 1; }
