// `!substr` cuts a string out, by default up to its end (ProgRef, Appendix A).
class Late<string s, int start> {
  string rest = !substr(s, start);
}
def values : Late<"register", 3> {
  string part = !substr("abcdef", 2, 3);
  string restOfLiteral = !substr("abcdef", 4);
  string tooLong = !substr("abcdef", 4, 100);
  string noLength = !substr("abcdef", 2, 0);
  string atEnd = !substr("abcdef", 6);
}
