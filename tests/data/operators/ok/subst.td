// `!subst` replaces all occurrences in a string, and a record by another (ProgRef, Appendix A).
class R;
def r : R;
def s : R;
def t : R;
class Late<string text, R record> {
  string replaced = !subst("x", "y", text);
  R recordReplaced = !subst(r, s, record);
}
def values : Late<"axxb", r> {
  string all = !subst("o", "0", "foo boo");
  string longer = !subst("a", "aa", "aba");
  string removed = !subst("-", "", "a-b-c");
  string missing = !subst("z", "y", "abc");
  R sameRecord = !subst(r, s, r);
  R otherRecord = !subst(r, s, t);
}
