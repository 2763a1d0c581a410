// `!exists` says whether a record of a class has a name; a class or a field has none (ProgRef,
// Appendix A).
class A {
  int number = 1;
}
class B : A;
def a : A;
def b : B;
class Late<string name> {
  bit here = !exists<A>(name);
}
def itself : A {
  bit own = !exists<A>("itself");
}
def known : Late<"b">;
def unknown : Late<"c">;
def values {
  bit sameClass = !exists<A>("a");
  bit superclass = !exists<A>("b");
  bit subclass = !exists<B>("a");
  bit missing = !exists<A>("nothing");
  bit className = !exists<A>("B");
  bit fieldName = !exists<A>("number");
  bit later = !exists<A>("definedBelow");
}
def definedBelow : A;
