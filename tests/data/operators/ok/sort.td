// ARGS: --release 23
// `!sort` sorts a list by a key, strings by their bytes. Elements with equal keys keep their order
// (ProgRef, Appendix A).
class Thing<string name, int value> { string Name = name; int Value = value; }
def a2 : Thing<"a10", 2>;
def a1 : Thing<"a9", 1>;
def b2 : Thing<"B", 2>;
class Late<list<Thing> l, int n> {
  list<Thing> byName = !sort(t, l, t.Name);
  list<Thing> byValue = !sort(t, l, !mul(t.Value, n));
}
def values : Late<[a2, a1, b2], -1> {
  list<int> numbers = !sort(x, [3, -2, 1, -2], x);
  list<int> byBits = !sort(x, [3, 2, 1, 0], {!and(x, 1), !eq(x, 3)});
  list<string> empty = !sort(x, []<string>, x);
  list<int> equal = !sort(x, [2, 1, 3], "k");
}
foreach i = !sort(x, [2, 1], x) in
  def loop#i;
