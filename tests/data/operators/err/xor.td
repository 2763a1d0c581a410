// The operands of `!xor` are integers.
def stringOperand { int x = !xor("x", 1); }
def unsetOperand { int x = !xor(1, ?); }
def resultIsInt { string s = !xor(1, 2); }
