// Conversions and questions about types.
class A<int n> { int v = n; } class B : A<1>; def a : A<2>; def b : B;
def v {
  A up = b; B down = !cast<B>("b"); string name = !cast<string>(a); int of_bits = !cast<int>(0b101); bits<3> of_int = !cast<bits<3>>(5);
  list<A> widened = [b]; bit is = !isa<B>(b); bit isnt = !isa<B>(a); bit there = !exists<A>("b"); bit wrong = !exists<B>("a"); bit gone = !exists<A>("nothing");
  bit own = !exists<A>("v"); bit b1 = 1; int i = b1; bits<1> bb = b1; bit bit_of_bits = bb;
}
