// The operands of `!sub` are integers.
def stringOperand { int x = !sub("x", 1); }
def unsetOperand { int x = !sub(1, ?); }
def resultIsInt { string s = !sub(1, 2); }
