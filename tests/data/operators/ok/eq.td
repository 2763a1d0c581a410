// `!eq` compares bits, integers, strings and records for equality (ProgRef, Appendix A).
class R;
def r : R;
def s : R;
class Late<int a, string b, R c> {
  bit intEqual = !eq(a, 3);
  bit stringEqual = !eq(b, "b");
  bit recordEqual = !eq(c, r);
}
def values : Late<3, "x", r> {
  bit ints = !eq(3, 3);
  bit otherInts = !eq(3, -3);
  bit bitsAndInt = !eq(0b11, 3);
  bit bitAndInt = !eq(true, 1);
  bit strings = !eq("a", "a");
  bit otherStrings = !eq("a", "A");
  bit records = !eq(r, r);
  bit otherRecords = !eq(r, s);
}
