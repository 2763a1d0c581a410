// `!substr` starts within the string, and has no negative length (ProgRef, Appendix A).
class Late<int start> { string s = !substr("abc", start); }
def startBehindEnd { string s = !substr("abc", 9); }
def lateStartBehindEnd : Late<4>;
def negativeStart { string s = !substr("abc", -1); }
def negativeLength { string s = !substr("abc", 0, -1); }
def intString { string s = !substr(5, 1); }
def stringStart { string s = !substr("abc", "1"); }
def stringLength { string s = !substr("abc", 1, "1"); }
def resultIsString { int x = !substr("abc", 1, 1); }
