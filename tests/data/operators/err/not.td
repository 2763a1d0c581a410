// What `!not` is applied to has to become an integer.
def stringOperand { int x = !not("x"); }
def listOperand { int x = !not([1]); }
def unsetOperand { int x = !not(?); }
