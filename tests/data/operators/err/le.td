// `!le` compares integers or strings.
def r;
def listOperand { bit b = !le([1], 2); }
def recordOperand { bit b = !le(r, r); }
def otherType { bit b = !le("1", 1); }
def unsetOperand { bit b = !le(1, ?); }
