// `!eq` compares two values of the same type, which is not that of a list or dag.
def op;
def listOperand { bit b = !eq([1], [1]); }
def dagOperand { bit b = !eq((op), (op)); }
def otherType { bit b = !eq(1, "1"); }
def unsetOperand { bit b = !eq(?, 1); }
