// `!getdagname` gives the name of an argument, or an unset value (ProgRef, Appendix A).
def op;
class Late<dag d, int i> {
  string name = !getdagname(d, i);
}
def values : Late<(op 1:$x, 2:$y), 1> {
  string named = !getdagname((op 1:$a, 2:$b), 1);
  string unnamed = !getdagname((op 1), 0);
  string withoutValue = !getdagname((op $v), 0);
}
