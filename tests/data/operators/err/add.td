// The operands of `!add` are integers.
def stringOperand { int x = !add("x", 1); }
def secondOperand { int x = !add(1, "x"); }
def unsetOperand { int x = !add(1, ?); }
def listOperand { int x = !add([1], 1); }
def resultIsInt { string s = !add(1, 2); }
