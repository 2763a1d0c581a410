// `!sub` subtracts the second integer from the first and wraps around at 64 bits (ProgRef,
// Appendix A).
class Late<int a> {
  int difference = !sub(a, 10);
}
def values : Late<3> {
  int positive = !sub(5, 1);
  int negative = !sub(1, 5);
  int ofBits = !sub(0b100, true);
  int wrapped = !sub(!sub(0, 0x7fffffffffffffff), 2);
}
