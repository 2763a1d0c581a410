// `!logtwo` is the logarithm to the base 2, rounded down (ProgRef, Appendix A).
class Late<int a> {
  int log = !logtwo(a);
}
def values : Late<64> {
  int one = !logtwo(1);
  int belowPower = !logtwo(1023);
  int power = !logtwo(1024);
  int largest = !logtwo(0x7fffffffffffffff);
}
