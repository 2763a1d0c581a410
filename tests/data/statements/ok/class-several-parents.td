// A record has the fields of all its classes, and of theirs, in the order of inheritance (ProgRef,
// "class").
class Named<string n> {
  string name = n;
}
class Sized<int n> {
  int size = n;
}
class Register<int n> : Named<"r" # n> {
  int number = n;
}
class Wide<int n> : Register<n>, Sized<64>;
def r1 : Register<1>, Sized<32>;
def r2 : Wide<2>;
