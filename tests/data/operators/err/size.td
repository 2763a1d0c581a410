// `!size` takes a string, a list or a dag (ProgRef, Appendix A).
def r;
def intOperand { int x = !size(5); }
def recordOperand { int x = !size(r); }
def unsetOperand { int x = !size(?); }
