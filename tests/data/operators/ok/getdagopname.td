// ARGS: --release 22
// `!getdagopname`, which releases since 20 have, gives the name of a dag's operator, or an unset
// value (ProgRef of 22.1, Appendix A).
def op;
class Late<dag d> {
  string name = !getdagopname(d);
}
def values : Late<(op:$late 9)> {
  string named = !getdagopname((op:$n 1));
  string unnamed = !getdagopname((op));
}
