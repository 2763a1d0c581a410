// `!cast` converts between numbers, between records and their classes, and finds records by name
// (ProgRef, Appendix A).
class A<int n> {
  int v = n;
}
class B : A<1>;
def a : A<2>;
def b : B;
class Late<string name, A record> {
  A found = !cast<A>(name);
  string named = !cast<string>(record);
  B downcast = !cast<B>(record);
}
def values : Late<"a", b> {
  B byName = !cast<B>("b");
  A byNameOfSubclass = !cast<A>("b");
  A upcast = !cast<A>(b);
  B fromSuperclass = !cast<B>(byNameOfSubclass);
  string recordName = !cast<string>(a);
  string ofInt = !cast<string>(-12);
  string ofString = !cast<string>("s");
  string ofBits = !cast<string>(0b101);
  int intOfBits = !cast<int>(0b101);
  bits<3> bitsOfInt = !cast<bits<3>>(5);
  bit bitOfInt = !cast<bit>(1);
  list<A> listOfSuperclass = !cast<list<A>>([b]);
}
