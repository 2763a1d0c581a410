// The operands of `!or` are integers.
def stringOperand { int x = !or("x", 1); }
def unsetOperand { int x = !or(1, ?); }
def resultIsInt { string s = !or(1, 2); }
