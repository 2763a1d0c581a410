// `!toupper` converts letters of ASCII to upper case (ProgRef, Appendix A).
class Late<string s> {
  string upper = !toupper(s);
}
def values : Late<"late"> {
  string mixed = !toupper("mixed Case 1");
  string empty = !toupper("");
}
