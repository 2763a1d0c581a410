// `!strconcat` joins two or more strings (ProgRef, Appendix A).
class Late<string s> {
  string joined = !strconcat("<", s, ">");
}
def values : Late<"s"> {
  string two = !strconcat("a", "b");
  string three = !strconcat("a", "b", "c");
  string empty = !strconcat("", "");
  string ofCode = !strconcat([{ c }], "s");
}
