// Strings.
def v {
  string cat = !strconcat("a", "b", "c"); string inter = !interleave(["x", "y", "z"], ", "); string ints = !interleave([1, 2], "-");
  string sub = !subst("o", "0", "foo boo"); string part = !substr("abcdef", 2, 3); string rest = !substr("abcdef", 4);
  int find = !find("hello", "l"); int find_from = !find("hello", "l", 3); int none = !find("hello", "z");
  string up = !toupper("mixed Case"); string low = !tolower("Mixed CASE"); int size = !size("four"); bit empty = !empty("");
  string num = !cast<string>(12); string rep = !repr([1, 2]); string both = !strconcat([{ c }], "s");
}
