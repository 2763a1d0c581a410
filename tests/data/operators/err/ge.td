// `!ge` compares integers or strings.
def r;
def listOperand { bit b = !ge([1], 2); }
def recordOperand { bit b = !ge(r, r); }
def otherType { bit b = !ge("1", 1); }
def unsetOperand { bit b = !ge(1, ?); }
