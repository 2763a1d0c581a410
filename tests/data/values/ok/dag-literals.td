// A dag is an operator and arguments, each of which may have a name, or nothing but one (ProgRef,
// "Simple values").
def op;
def values {
  dag empty = (op);
  dag unnamed = (op 1, "x");
  dag named = (op 1:$a, "x":$b);
  dag nameOnly = (op $a, ?:$b);
  dag nested = (op (op 1):$inner, (op));
  dag namedOperator = (op:$name 1);
}
