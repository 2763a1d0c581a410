// `!not` is 1 for zero and 0 for every other integer (ProgRef, Appendix A).
class Late<int a> {
  int isZero = !not(a);
}
def values : Late<0> {
  int zero = !not(0);
  int five = !not(5);
  int negative = !not(-1);
  bit ofBit = !not(false);
  bit twice = !not(!not(7));
}
