// ARGS: --release 22
// `!instances`, which releases since 21 have, lists the records of a class whose names match a
// regular expression, in the order of their names (ProgRef of 22.1, Appendix A).
class R;
class RR : R;
def r10 : R;
def r1 : R;
def r2 : RR;
def other;
class Late<string pattern> {
  list<R> found = !instances<R>(pattern);
}
def values : Late<"r[12]"> {
  list<R> all = !instances<R>();
  list<RR> ofSubclass = !instances<RR>();
  list<R> prefix = !instances<R>("^r1");
  list<R> none = !instances<R>("x");
}
