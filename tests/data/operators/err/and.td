// The operands of `!and` are integers.
def stringOperand { int x = !and("x", 1); }
def unsetOperand { int x = !and(1, ?); }
def resultIsInt { string s = !and(1, 2); }
