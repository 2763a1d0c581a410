// `!setdagname` replaces the name of an argument by its position or name (ProgRef, Appendix A).
def op;
class Late<dag d, string n> {
  dag renamed = !setdagname(d, 0, n);
}
def values : Late<(op 1:$x, 2:$y), "late"> {
  dag byPosition = !setdagname((op 1:$a, 2:$b), 1, "bb");
  dag byName = !setdagname((op 1:$a, 2:$b), "b", "bb");
  dag added = !setdagname((op 1), 0, "a");
  dag removed = !setdagname((op 1:$a), 0, ?);
}
