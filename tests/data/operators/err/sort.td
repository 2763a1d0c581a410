// ARGS: --release 23
// `!sort` takes a list, and keys that are all numbers or all strings (ProgRef, Appendix A).
def op;
def noList { list<string> l = !sort(x, (op), "k"); }
def untyped { list<string> l = !sort(x, ?, x); }
def notExpected { int n = !sort(x, [2, 1], x); }
def otherElements { list<string> l = !sort(x, [2, 1], x); }
def noKey { list<int> l = !sort(x, [2, 1], [x]); }
def unsetKey { list<int> l = !sort(x, [2, 1], ?); }
def name { int x = 1; list<int> l = !sort(x, [2, 1], x); }
