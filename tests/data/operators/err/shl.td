// The operands of `!shl` are integers.
def stringOperand { int x = !shl("x", 1); }
def unsetOperand { int x = !shl(1, ?); }
def resultIsInt { string s = !shl(1, 2); }
