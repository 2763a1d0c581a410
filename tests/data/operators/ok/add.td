// `!add` sums two or more integers and wraps around at 64 bits (ProgRef, Appendix A).
class Late<int a> {
  int sum = !add(a, 1);
}
def values : Late<41> {
  int two = !add(1, 2);
  int four = !add(1, 2, 3, 4);
  int negative = !add(-5, 2);
  int ofBits = !add(0b11, true);
  int wrapped = !add(0x7fffffffffffffff, 1);
}
