// ARGS: --release 22
// `!setdagopname`, which releases since 20 have, replaces the name of a dag's operator (ProgRef of
// 22.1, Appendix A).
def op;
class Late<dag d, string n> {
  dag renamed = !setdagopname(d, n);
}
def values : Late<(op 9), "late"> {
  dag replaced = !setdagopname((op:$n 1), "m");
  dag added = !setdagopname((op 1:$a), "m");
  dag removed = !setdagopname((op:$n 1), ?);
}
