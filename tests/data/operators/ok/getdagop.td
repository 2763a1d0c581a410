// `!getdagop` gives the operator of a dag, of a class that may be required; `!getop` is its former
// name (ProgRef, Appendix A).
class O;
def op : O;
class Late<dag d> {
  O operator = !getdagop<O>(d);
}
def values : Late<(op 9)> {
  O typed = !getdagop<O>((op 1));
  O cast = !cast<O>(!getdagop((op 1)));
  dag rebuilt = !dag(!getdagop((op 1)), [2], ?);
  O formerName = !getop<O>((op 1));
}
