// `!tolower` converts letters of ASCII to lower case (ProgRef, Appendix A).
class Late<string s> {
  string lower = !tolower(s);
}
def values : Late<"LATE"> {
  string mixed = !tolower("Mixed CASE 1");
  string empty = !tolower("");
}
