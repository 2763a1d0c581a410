// `!gt` says whether an integer or a string comes after another (ProgRef, Appendix A).
class Late<int a, string b> {
  bit intAfter = !gt(a, 3);
  bit stringAfter = !gt(b, "m");
}
def values : Late<3, "z"> {
  bit less = !gt(-1, 0);
  bit equal = !gt(2, 2);
  bit greater = !gt(3, 2);
  bit ofBits = !gt(0b10, 0b01);
  bit stringLess = !gt("a", "b");
  bit stringEqual = !gt("a", "a");
  bit stringGreater = !gt("b", "a");
}
