// `!logtwo` of zero or of a negative integer is an error (ProgRef, Appendix A).
class Late<int n> { int x = !logtwo(n); }
def ofZero { int x = !logtwo(0); }
def ofNegative { int x = !logtwo(-4); }
def lateOfZero : Late<0>;
def stringOperand { int x = !logtwo("x"); }
