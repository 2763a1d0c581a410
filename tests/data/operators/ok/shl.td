// `!shl` shifts an integer of 64 bits to the left (ProgRef, Appendix A).
class Late<int n> {
  int shifted = !shl(1, n);
}
def values : Late<10> {
  int byFour = !shl(1, 4);
  int byNone = !shl(5, 0);
  int sign = !shl(1, 63);
  int lost = !shl(3, 63);
  int negative = !shl(-1, 4);
}
