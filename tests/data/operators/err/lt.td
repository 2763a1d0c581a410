// `!lt` compares integers or strings.
def r;
def listOperand { bit b = !lt([1], 2); }
def recordOperand { bit b = !lt(r, r); }
def otherType { bit b = !lt(1, "1"); }
def unsetOperand { bit b = !lt(1, ?); }
