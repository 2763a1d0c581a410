// ARGS: --release 22
// The name of a dag's operator stays when a dag is concatenated or looped over (ProgRef, "Simple
// values").
def op;
def other;
class Late<dag d> {
  dag left = !con((op:$l 1), d);
  dag right = !con(d, (op:$r 2));
  dag both = !con((op:$l 1), (op:$r 2));
  dag unset = !con((?:$u 3), d);
  dag each = !foreach(x, d, !subst(op, other, x));
  dag operator = !setdagop((op:$n 1), other);
  string text = !repr(d);
}
def named : Late<(op:$n op:$a, (op:$m op))>;
def plain : Late<(op op:$a)>;
