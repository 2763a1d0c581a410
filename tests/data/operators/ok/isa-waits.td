// ARGS: --release 22
// `!isa` of a class waits for its operand: a record may inherit from classes that its type does not
// name (ProgRef, Appendix A).
class A;
class B;
class AB : A, B;
class Asks<A a, int n, list<A> l> {
  string record = !if(!isa<B>(a), "yes", "no");
  bit always = !isa<A>(a);
  bit number = !isa<B>(n);
  bit ofList = !isa<list<B>>(l);
  list<bit> each = !foreach(x, l, !isa<B>(x));
}
def a : A;
def ab : AB;
def one : Asks<a, 1, [a]>;
foreach r = [a, ab] in
  def asks_#r : Asks<r, 2, [a, ab, r]> { bit direct = !isa<B>(r); }
