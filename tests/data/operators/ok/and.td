// `!and` is the bitwise conjunction of two or more integers (ProgRef, Appendix A).
class Late<int a> {
  int mask = !and(a, 0xF0);
  int none = !and(a, 0);
}
def values : Late<0x5A> {
  int two = !and(0b1100, 0b1010);
  int three = !and(0b1100, 0b1010, 0b1001);
  int negative = !and(-1, 7);
  bit truth = !and(!lt(1, 2), !lt(2, 1));
}
