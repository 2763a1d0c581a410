// `!cast` finds records by a name that a parameter gives, and the record itself by `NAME`.
class A<string other> {
  int z = 0;
  A next = !cast<A>(other);
  A self = !cast<A>(NAME);
}
def zero : A<"zero">;
def first : A<"zero"> { let z = 5; }
def second : A<"first">;
def third {
  int v = first.z;
  A me = first;
  list<A> both = [first, second];
}
