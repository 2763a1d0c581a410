// When a condition of `!cond` is known to hold before the loop around runs, no record is made for
// the cases after it. Where the condition waits for the loop, all cases are computed.
class N<int n> {
  int v = n;
}
class C<string s, list<int> xs> {
  list<int> before = !foreach(i, xs, !cond(!eq(s, "x"): 0, true: N<i>.v));
  list<int> within = !foreach(i, xs, !cond(!eq(i, 3): 0, true: N<!add(i, 10)>.v));
}
def d : C<"x", [3, 4]>;
