// The operands of `!mul` are integers.
def stringOperand { int x = !mul("x", 1); }
def unsetOperand { int x = !mul(1, ?); }
def resultIsInt { string s = !mul(1, 2); }
