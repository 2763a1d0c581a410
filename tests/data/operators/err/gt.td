// `!gt` compares integers or strings.
def r;
def listOperand { bit b = !gt([1], 2); }
def recordOperand { bit b = !gt(r, r); }
def otherType { bit b = !gt(1, "1"); }
def unsetOperand { bit b = !gt(1, ?); }
