// `!setdagarg` replaces an argument by its position or name and keeps the name (ProgRef,
// Appendix A).
def op;
class Late<dag d, int n> {
  dag replaced = !setdagarg(d, 0, n);
}
def values : Late<(op 1:$x, 2:$y), 9> {
  dag byPosition = !setdagarg((op 1, 2:$b), 1, 9);
  dag byName = !setdagarg((op 1, 2:$b), "b", 9);
  dag otherType = !setdagarg((op 1:$a), "a", "text");
  dag unset = !setdagarg((op 1:$a), "a", ?);
}
