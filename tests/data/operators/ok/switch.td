// ARGS: --release 23
// `!switch` is `!cond` with `!eq` of a key and each case, and a default (ProgRef, Appendix A).
class Late<int n, string s> {
  string byNumber = !switch(n, 1: "one", 2: "two", "many");
  int byText = !switch(s, "a": n, !strconcat("a", "b"): 7, !mul(n, 10));
  bits<3> row = !switch(n, 1: 2, 3);
}
def one : Late<1, "ab">;
def many : Late<5, "x">;
def values {
  list<int> elements = !switch(2, 1: [1], 2: [2], [3]);
  int unset = !switch(1, 1: ?, 2);
  bit flag = !switch(true, 1: 0, 1);
  code text = !switch(1, 2: [{a}], "b");
  int byRecord = !switch(one, many: 1, one: 2, 3);
}
