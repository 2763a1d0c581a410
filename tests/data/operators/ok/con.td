// `!con` joins the arguments of dags that have the same operator (ProgRef, Appendix A).
def op;
class Late<dag d> {
  dag joined = !con(d, (op 3));
}
def values : Late<(op 1:$a)> {
  dag two = !con((op 1), (op 2:$x));
  dag three = !con((op 1:$a), (op), (op "b"));
  dag namedOperator = !con((op:$n 1), (op 2));
}
