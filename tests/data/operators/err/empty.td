// `!empty` takes a string, a list or a dag (ProgRef, Appendix A).
def r;
def intOperand { bit b = !empty(5); }
def recordOperand { bit b = !empty(r); }
def unsetOperand { bit b = !empty(?); }
