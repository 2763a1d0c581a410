// What `!subst` replaces in is a string or a record, and so are the other operands.
def r;
def listValue { list<string> l = !subst("a", "b", ["a"]); }
def intTarget { string s = !subst(1, "b", "a"); }
def unsetValue { string s = !subst("a", "b", ?); }
