// `!le` says whether an integer or a string comes before another or equals it (ProgRef, Appendix A).
class Late<int a, string b> {
  bit intBefore = !le(a, 3);
  bit stringBefore = !le(b, "m");
}
def values : Late<3, "z"> {
  bit less = !le(-1, 0);
  bit equal = !le(2, 2);
  bit greater = !le(3, 2);
  bit ofBits = !le(0b01, 0b10);
  bit stringLess = !le("a", "b");
  bit stringEqual = !le("a", "a");
  bit stringGreater = !le("b", "a");
}
