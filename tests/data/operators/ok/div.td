// `!div` divides integers and rounds towards zero (ProgRef, Appendix A).
class Late<int a> {
  int quotient = !div(100, a);
}
def values : Late<7> {
  int positive = !div(7, 2);
  int negativeDividend = !div(-7, 2);
  int negativeDivisor = !div(7, -2);
  int bothNegative = !div(-7, -2);
  int ofBits = !div(0b110, 0b10);
}
