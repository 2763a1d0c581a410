// `!find` gives the position of a string in another, or -1 (ProgRef, Appendix A).
class Late<string s, int start> {
  int position = !find(s, "e", start);
}
def values : Late<"register", 2> {
  int first = !find("hello", "l");
  int fromStart = !find("hello", "l", 3);
  int behindLast = !find("hello", "l", 4);
  int missing = !find("hello", "z");
  int ofEmpty = !find("hello", "");
  int atEnd = !find("hello", "h", 5);
}
