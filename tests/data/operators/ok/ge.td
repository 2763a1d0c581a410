// `!ge` says whether an integer or a string comes after another or equals it (ProgRef, Appendix A).
class Late<int a, string b> {
  bit intAfter = !ge(a, 3);
  bit stringAfter = !ge(b, "m");
}
def values : Late<3, "b"> {
  bit less = !ge(-1, 0);
  bit equal = !ge(2, 2);
  bit greater = !ge(3, 2);
  bit ofBits = !ge(0b10, 0b01);
  bit stringEqual = !ge("a", "a");
  bit stringGreater = !ge("b", "a");
  bit prefix = !ge("z", "za");
}
