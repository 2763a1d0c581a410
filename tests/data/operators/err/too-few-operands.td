// An operator that has too few operands is an error.
def op;
def noSecond { int x = !add(1); }
def noThird { dag d = !dag(op, [1]); }
def none { int x = !not(); }
