// `!if` gives its second operand where the first is not zero, and the third otherwise (ProgRef,
// Appendix A).
class A;
class B : A;
class C : A;
def b : B;
def c : C;
class Late<bit x, string s, int zero> {
  string chosen = !if(x, s, "no");
  // The operand that is not chosen is not evaluated.
  int guarded = !if(!eq(zero, 0), 7, !div(1, zero));
}
def values : Late<1, "yes", 0> {
  int trueBit = !if(true, 1, 2);
  int zero = !if(0, 1, 2);
  int negative = !if(-1, 1, 2);
  string condition = !if(!gt(2, 1), "many", "few");
  A commonClass = !if(0, b, c);
  int unset = !if(1, ?, 2);
  list<int> lists = !if(0, [], [1]);
}
