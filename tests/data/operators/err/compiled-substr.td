// Expressions of a class that many records have are compiled; a compiled `!substr` or `!find` that
// starts outside of the string fails as others do.
class S<string t, int i> {
  string c = !substr(t, i);
  list<string> l = !foreach(x, [t, "abc"], !substr(x, i));
  int f = !find(t, "b", i);
}
def s1 : S<"abcd", 1>;
def s2 : S<"abcd", 9>;
def s3 : S<"abcd", 2>;
def s4 : S<"abcd", 2>;
def s5 : S<"abcd", 0>;
def s6 : S<"abcd", 12>;
def s7 : S<"abcdef", 5>;
