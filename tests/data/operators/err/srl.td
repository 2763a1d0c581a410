// The operands of `!srl` are integers.
def stringOperand { int x = !srl("x", 1); }
def unsetOperand { int x = !srl(1, ?); }
def resultIsInt { string s = !srl(1, 2); }
