// Fields resolve late: by each other, by records of a given name, and by the record itself.
class A<string other> {
  int z = 0;
  int y = z;
  int x = !add(y, 1);
  A next = !cast<A>(other);
  A self = !cast<A>(NAME);
  bits<2> c = ?;
  bits<2> d = 2;
  bits<4> b = { c{1}, c{0}, d };
  int cycle1 = 1;
}
def zero : A<"zero">;
def first : A<"zero"> { let z = 5; }
def second : A<"first"> { let c = 1; let x = 100; }
def third { int v = first.x; A me = first; list<A> both = [first, second]; }
