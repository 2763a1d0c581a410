// The operands of `!sra` are integers.
def stringOperand { int x = !sra("x", 1); }
def unsetOperand { int x = !sra(1, ?); }
def resultIsInt { string s = !sra(1, 2); }
