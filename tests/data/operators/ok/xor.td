// `!xor` is the bitwise exclusive disjunction of two or more integers (ProgRef, Appendix A).
class Late<int a> {
  int flipped = !xor(a, 0xFF);
}
def values : Late<0xA5> {
  int two = !xor(6, 3);
  int three = !xor(6, 3, 1);
  int negative = !xor(-1, 1);
  bit truth = !xor(true, true);
}
