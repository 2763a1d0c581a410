// The operands of `!listconcat` are lists of a common type (ProgRef, Appendix A).
def noList { list<int> l = !listconcat(1, [2]); }
def otherTypes { list<int> l = !listconcat([1], ["a"]); }
def unsetOperand { list<int> l = !listconcat([1], ?); }
def resultIsList { int x = !listconcat([1], [2]); }
