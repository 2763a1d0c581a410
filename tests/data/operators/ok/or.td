// `!or` is the bitwise disjunction of two or more integers (ProgRef, Appendix A).
class Late<int a> {
  int mask = !or(a, 0x0F);
  int all = !or(a, -1);
}
def values : Late<0xA0> {
  int two = !or(8, 1);
  int three = !or(8, 1, 2);
  int negative = !or(-8, 1);
  bit truth = !or(!lt(1, 2), !lt(2, 1));
}
