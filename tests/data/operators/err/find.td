// `!find` starts within the string (ProgRef, Appendix A).
class Late<int start> { int x = !find("abc", "c", start); }
def startBehindEnd { int x = !find("a", "b", 5); }
def lateStartBehindEnd : Late<4>;
def negativeStart { int x = !find("a", "b", -1); }
def intString { int x = !find(5, "b"); }
def intTarget { int x = !find("a", 5); }
def stringStart { int x = !find("a", "b", "1"); }
def resultIsInt { string s = !find("a", "b", 0); }
