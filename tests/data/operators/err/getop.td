// ARGS: --release 22
// `!getop` and `!setop` are no operators any more (ProgRef, Appendix A).
class Op;
def op : Op;
def get { Op o = !getop((op)); }
def set { dag d = !setop((op), op); }
