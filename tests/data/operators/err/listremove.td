// The operands of `!listremove` are lists of a common type (ProgRef, Appendix A).
def noList { list<int> l = !listremove(1, [2]); }
def otherTypes { list<int> l = !listremove([1], ["a"]); }
def unsetOperand { list<int> l = !listremove([1], ?); }
def resultIsList { int x = !listremove([1], [2]); }
