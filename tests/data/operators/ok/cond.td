// `!cond` gives the value behind the first condition that is not zero (ProgRef, Appendix A).
class Late<int x> {
  string sign = !cond(!lt(x, 0): "negative", !eq(x, 0): "zero", true: "positive");
}
def negative : Late<-3>;
def zero : Late<0>;
def positive : Late<8>;
def values {
  int first = !cond(1: 10, 1: 20);
  int last = !cond(0: 10, false: 20, true: 30);
  int notOne = !cond(5: 10);
}
