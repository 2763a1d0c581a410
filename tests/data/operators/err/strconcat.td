// The operands of `!strconcat` are strings.
def intOperand { string s = !strconcat(1, "b"); }
def listOperand { string s = !strconcat("b", ["a"]); }
def unsetOperand { string s = !strconcat("a", ?); }
def resultIsString { int x = !strconcat("a", "b"); }
