// `!ne` compares two values of the same type, which is not that of a list or dag.
def op;
def listOperand { bit b = !ne([1], [1]); }
def dagOperand { bit b = !ne((op), (op)); }
def otherType { bit b = !ne(1, "1"); }
def unsetOperand { bit b = !ne(?, 1); }
