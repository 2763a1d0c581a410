// `!isa` says whether a value is of a type (ProgRef, Appendix A).
class A;
class B : A;
def a : A;
def b : B;
class Late<A r> {
  bit isB = !isa<B>(r);
}
def values : Late<b> {
  bit sameClass = !isa<A>(a);
  bit superclass = !isa<A>(b);
  bit subclass = !isa<B>(a);
  bit intValue = !isa<int>(5);
  bit stringValue = !isa<string>(5);
  bit listValue = !isa<list<A>>([b]);
}
