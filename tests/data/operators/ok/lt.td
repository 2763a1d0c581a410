// `!lt` says whether an integer or a string comes before another (ProgRef, Appendix A).
class Late<int a, string b> {
  bit intBefore = !lt(a, 3);
  bit stringBefore = !lt(b, "m");
}
def values : Late<2, "z"> {
  bit less = !lt(-1, 0);
  bit equal = !lt(2, 2);
  bit greater = !lt(3, 2);
  bit ofBits = !lt(0b01, 0b10);
  bit stringLess = !lt("a", "b");
  bit stringEqual = !lt("a", "a");
  bit prefix = !lt("a", "ab");
}
