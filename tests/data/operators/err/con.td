// The operands of `!con` are dags with the same operator (ProgRef, Appendix A).
def op;
def other;
class Late<dag d> { dag c = !con((op 1), d); }
def otherOperators { dag d = !con((op 1), (other 2)); }
def lateOtherOperators : Late<(other 2)>;
def noDag { dag d = !con((op 1), [2]); }
def unsetOperand { dag d = !con((op 1), ?); }
