// `!ne` compares bits, integers, strings and records for inequality (ProgRef, Appendix A).
class R;
def r : R;
def s : R;
class Late<int a, string b, R c> {
  bit intDiffers = !ne(a, 3);
  bit stringDiffers = !ne(b, "b");
  bit recordDiffers = !ne(c, r);
}
def values : Late<3, "x", r> {
  bit ints = !ne(3, 3);
  bit otherInts = !ne(3, -3);
  bit bitsAndInt = !ne(0b11, 3);
  bit strings = !ne("a", "a");
  bit otherStrings = !ne("a", "b");
  bit records = !ne(r, r);
  bit otherRecords = !ne(r, s);
}
