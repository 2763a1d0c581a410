// `!setdagop` replaces the operator of a dag; `!setop` is its former name (ProgRef, Appendix A).
def op;
def other;
class Late<dag d> {
  dag replaced = !setdagop(d, other);
}
def values : Late<(op 9)> {
  dag argumentsStay = !setdagop((op 1:$a, "b"), other);
  dag nameGoes = !setdagop((op:$n 1), other);
  dag innerStays = !setdagop((op (op 1)), other);
  dag formerName = !setop((op 1), other);
}
