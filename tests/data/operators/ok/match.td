// ARGS: --release 22
// `!match`, which releases since 21 have, says whether a regular expression is found in a string
// (ProgRef of 22.1, Appendix A).
class Late<string s> {
  bit hasDigit = !match(s, "[0-9]");
}
def values : Late<"r12"> {
  bit prefix = !match("register", "^reg");
  bit suffix = !match("register", "x$");
  bit inside = !match("register", "gist");
  bit choice = !match("register", "^(r|s).*r$");
  bit emptyPattern = !match("register", "");
}
