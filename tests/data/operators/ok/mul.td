// `!mul` multiplies two or more integers and wraps around at 64 bits (ProgRef, Appendix A).
class Late<int a> {
  int product = !mul(a, 3);
}
def values : Late<5> {
  int two = !mul(6, 7);
  int three = !mul(-3, 4, 2);
  int ofBits = !mul(0b11, 2);
  int wrapped = !mul(0x4000000000000000, 4);
}
